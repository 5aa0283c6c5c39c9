"""HTTP code shared by the JSON API and the pages: requests, responses, middleware, instrumentation."""
