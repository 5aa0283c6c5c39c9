// A classic script for browsers that know no modules: it shows the sentence that stands in the document for them.
document.getElementById('old-browser')?.removeAttribute('hidden')
