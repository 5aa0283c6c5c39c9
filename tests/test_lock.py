"""The lock files: `make` and the image install what pyproject.toml asks for, verified by hash."""

from __future__ import annotations

import re
import tomllib

from packaging.requirements import Requirement

from tests.serving import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
ENGINE = tomllib.loads((ROOT / "engine" / "pyproject.toml").read_text())["project"]
SERVING = [
    *(requirement for requirement in PROJECT["dependencies"] if not requirement.startswith(ENGINE["name"])),
    *(requirement for extra in ENGINE["optional-dependencies"].values() for requirement in extra),
]
WANTED = {
    "requirements.lock": SERVING,
    "requirements-dev.lock": [*SERVING, *PROJECT["optional-dependencies"]["dev"]],
}


def locked(name: str) -> dict[str, str]:
    """Return the versions of a lock file, by package."""
    return dict(re.findall(r"^([\w.-]+)==([\w.]+)", (ROOT / name).read_text(), re.MULTILINE))


def test_every_dependency_is_locked_within_its_range() -> None:
    missing = [
        f"{name}: {requirement}: make lock"
        for name, wanted in WANTED.items()
        for requirement in map(Requirement, wanted)
        if not requirement.specifier.contains(locked(name).get(requirement.name, "0"))
    ]
    assert missing == []


def test_every_package_has_hashes_and_no_address() -> None:
    for name, wanted in WANTED.items():
        text = (ROOT / name).read_text()
        packages = re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]
        assert len(packages) == len(locked(name)) > len(wanted) - 1, name
        unhashed = [each for each in packages if not re.search(r"--hash=sha256:[0-9a-f]{64}", each)]
        assert unhashed == [], name
        assert not re.search(r"://|^--|@", text, re.MULTILINE), name


def test_both_lock_files_have_the_same_versions() -> None:
    served, tested = locked("requirements.lock"), locked("requirements-dev.lock")
    assert {name: tested[name] for name in served} == served
