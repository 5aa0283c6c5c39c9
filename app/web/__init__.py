"""HTML pages, link previews, static assets and the service worker."""
