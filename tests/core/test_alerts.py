"""The alert rules of docs/alerts.yml, on metrics that exist, each with a sentence on what to do."""

from __future__ import annotations

import re

import httpx
from prometheus_client import REGISTRY

from tests.app.in_process import LocalServer
from tests.serving import ROOT

RULES = (ROOT / "docs" / "alerts.yml").read_text()
TEXT = (ROOT / "docs" / "hosting.md").read_text()
METRIC = re.compile(r"\b(?:richelieu|process|python)_\w+")
OF_HISTOGRAMS = re.compile(r"_(?:bucket|sum|count)$")


def test_each_rule_has_a_sentence_on_what_to_do() -> None:
    rules = RULES.split("- alert: ")[1:]
    assert len(rules) > 10
    for rule in rules:
        assert re.search(r"^        expr: \S", rule, re.MULTILINE), rule
        assert re.search(r"^        for: \d+[ms]$", rule, re.MULTILINE), rule
        assert re.search(r"^          do: [A-Z].{20,}[.]$", rule, re.MULTILINE), rule


async def test_every_metric_of_rules_and_text_exists(server: LocalServer) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        shown = set(re.findall(r"^# TYPE (\S+)", (await http.get("/metrics")).text, re.MULTILINE))
    asked = {OF_HISTOGRAMS.sub("", name) for name in METRIC.findall(RULES + TEXT)}
    assert asked <= shown
    assert len(asked) > 15
    assert {family.name for family in REGISTRY.collect()} >= {name.removesuffix("_total") for name in asked}
