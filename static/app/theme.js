// Classic script that runs before the first paint, so that the chosen appearance never flashes. `auto` leaves the theme to
// the system; the style sheets read these attributes of <html>. In a browser that lacks required features it shows the
// notice, and the client does not start (docs/client.md: Browsers).
{
  const { dataset } = document.documentElement
  // Pages with a board: where tables hide the header, hide it from the first paint on. The router does so for later pages.
  if (/^\/(g\/|puzzles$)/.test(location.pathname)) dataset.bare = ''
  const isNew =
    globalThis.CSS?.supports('color', 'light-dark(red, red)') &&
    CSS.supports('width', 'round(1px, 1px)') &&
    [AbortSignal.any, Promise.withResolvers, Map.groupBy].every(Boolean)
  if (!isNew) {
    dataset.old = ''
    document.addEventListener('DOMContentLoaded', () =>
      document.getElementById('old-browser')?.removeAttribute('hidden'),
    )
  }
  const chosen = {
    theme: 'auto',
    suits: 'four',
    faces: 'theme',
    coordinates: 'on',
    animation: 'normal',
  }
  for (const [name, otherwise] of Object.entries(chosen)) dataset[name] = stored(name) ?? otherwise
  // The font of this build was loaded before.
  if (dataset.build && stored('font') === dataset.build) dataset.font = 'there'

  /** @param {string} name */
  function stored(name) {
    try {
      return localStorage.getItem(`richelieu.${name}`)
    } catch {
      return null // storage is refused
    }
  }
}
