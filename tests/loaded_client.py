"""The client's files read once, in the process from which the servers of the tests are forked."""

from app.site.pages import client

client()
