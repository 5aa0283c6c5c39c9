"""What the JSON API and the pages share: requests, responses, middleware, instrumentation."""
