"""The lock files: what `make` and the image install is what pyproject.toml asks for, by hash."""

from __future__ import annotations

import re
import tomllib

import pytest
from packaging.requirements import Requirement

from tests.serving import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
WANTED = {
    "requirements.lock": PROJECT["dependencies"],
    "requirements-dev.lock": [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]],
}
ENGINE = "richelieu-engine"  # in this repository


def locked(name: str) -> dict[str, str]:
    """The versions of a lock file, by package."""
    return dict(re.findall(r"^([\w.-]+)==([\w.]+)", (ROOT / name).read_text(), re.MULTILINE))


@pytest.mark.parametrize("name", WANTED)
def test_every_dependency_is_locked_within_its_range(name: str) -> None:
    versions = locked(name)
    for requirement in map(Requirement, WANTED[name]):
        if requirement.name != ENGINE:
            assert requirement.specifier.contains(versions[requirement.name]), f"{requirement}: make lock"


@pytest.mark.parametrize("name", WANTED)
def test_every_package_has_hashes_and_no_address(name: str) -> None:
    text = (ROOT / name).read_text()
    packages = re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]
    assert len(packages) == len(locked(name)) > len(WANTED[name]) - 1
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}", package) for package in packages)
    assert not re.search(r"://|^--|@", text, re.MULTILINE)


def test_both_lock_files_have_the_same_versions() -> None:
    served, tested = locked("requirements.lock"), locked("requirements-dev.lock")
    assert {name: tested[name] for name in served} == served
