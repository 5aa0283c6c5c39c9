"""Imported by the process that the servers of the tests are forked from: none joins the client again."""

from app.api.pages import client

client()
