"""A client joined once, in the process from which the servers of the tests are forked."""

from app.web.pages import client

client()
