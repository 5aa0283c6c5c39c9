// The one classic script: it runs before the first paint, so that what this device has chosen never flashes. `auto`
// leaves the theme to the system; the style sheets read these attributes of <html>.
{
  const { dataset } = document.documentElement
  // A board comes: where tables hide the header, it is hidden from the first paint on. The router does so for later pages.
  if (/^\/(g\/|puzzles$)/.test(location.pathname)) dataset.bare = ''
  const chosen = {
    theme: 'auto',
    suits: 'four',
    faces: 'theme',
    coordinates: 'on',
    animation: 'normal',
  }
  for (const [name, otherwise] of Object.entries(chosen)) {
    try {
      dataset[name] = localStorage.getItem(`richelieu.${name}`) ?? otherwise
    } catch {
      dataset[name] = otherwise // storage is refused
    }
  }
}
