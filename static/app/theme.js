// The one classic script: it runs before the first paint, so that a chosen theme never flashes. `auto` leaves
// the choice to the system; style.css reads html[data-theme].
document.documentElement.dataset.theme = (() => {
  try {
    return localStorage.getItem('richelieu.theme') ?? 'auto'
  } catch {
    return 'auto'
  }
})()
