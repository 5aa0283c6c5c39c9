// Classic script for browsers without modules: shows the document's sentence for them.
document.getElementById('old-browser')?.removeAttribute('hidden')
