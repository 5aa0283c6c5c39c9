"""JSON API: routers that parse a request, call a service and serialize the response."""
