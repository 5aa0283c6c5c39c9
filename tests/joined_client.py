"""Imported by the process that the servers of the tests are forked from: none joins the client again."""

from app.web.pages import client

client()
