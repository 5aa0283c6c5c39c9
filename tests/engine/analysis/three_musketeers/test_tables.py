"""Files of tables: shipped, built, truncated, damaged; and the facts stored in them."""

from __future__ import annotations

import lzma
from hashlib import sha256
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from engine.analysis import Limits
from engine.analysis.puzzle_file import puzzle_text
from engine.analysis.three_musketeers import make_tables, makers, tables
from engine.analysis.three_musketeers.build import WON, build
from engine.analysis.three_musketeers.layout import STANDARD, layer
from engine.analysis.three_musketeers.make_tables import WrongTable, make
from engine.analysis.three_musketeers.makers import pack_winners, puzzles, ship
from engine.analysis.three_musketeers.searches import PUZZLES, evaluate
from engine.analysis.three_musketeers.tables import (
    SHIPPED_DISTANCES,
    STORED_LAYERS,
    WINNERS,
    hash_path_of,
    is_whole,
    open_layer,
    path_of,
)
from engine.three_musketeers.rules import CARDINAL, GAME, START

SHIPPED = {  # the content of what lies in the package: `python -m app tables --ship` says it
    WINNERS: "abe3407b522e78fb440a7ffa0ebd2fdcf09d74f3c283e9763e9a77cf9fe6fc37",
    SHIPPED_DISTANCES: "c20e398c93e117bb69dd2397e6a053f6d5d6484ad90d7c781e65a2a42d1faabe",
}
SMALL = (1, 2)  # men of the layers that are built in a moment, in place of those of STORED_LAYERS


def silent(_: float, __: str) -> None:
    pass


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> dict[int, str]:
    """Let quickly built layers take the place of the stored ones."""
    hashes, values = {}, None
    for men in range(max(SMALL) + 1):
        values = build(men, STANDARD, values)
        if men in SMALL:
            hashes[men] = sha256(values.tobytes()).hexdigest()
    for module in (tables, make_tables, makers):
        monkeypatch.setattr(module, "STORED_LAYERS", hashes)
    return hashes


def test_the_shipped_files_are_known_and_take_2_mb_at_most() -> None:
    for path, expected in SHIPPED.items():
        assert sha256(lzma.decompress(path.read_bytes())).hexdigest() == expected
    assert sum(path.stat().st_size for path in SHIPPED) <= 2_000_000


def test_a_build_is_found_at_once_goes_on_where_it_was_cut_off_and_replaces_damaged_files(
    few: dict[int, str], tmp_path: Path
) -> None:
    assert open_layer(tmp_path, 1) is None
    list(islice(make(tmp_path, silent), 1))
    assert [is_whole(tmp_path, men) for men in few] == [True, False]
    built: list[str] = []
    said = list(make(tmp_path, lambda _, what: built.append(what)))
    assert [sentence.endswith("is there.") for sentence in said] == [True, False]
    assert built == ["2 men"]
    assert sorted(path.name for path in (tmp_path / tables.FOLDER).iterdir()) == [
        *("men-01.bin", "men-01.bin.sha256", "men-02.bin", "men-02.bin.sha256")
    ]
    values = open_layer(tmp_path, 1)
    assert isinstance(values, np.memmap)
    assert len(values) == layer(1).size
    hash_path_of(path_of(tmp_path, 1)).unlink()
    assert open_layer(tmp_path, 1) is None
    content = bytearray(path_of(tmp_path, 2).read_bytes())
    content[12345] ^= 1
    path_of(tmp_path, 2).write_bytes(content)
    with pytest.warns(UserWarning, match="is damaged: build it again"):
        assert open_layer(tmp_path, 2) is None
    said = list(make(tmp_path, silent))
    assert any(sentence.endswith("bin is damaged and is built again.") for sentence in said)
    for men, expected in few.items():
        assert hash_path_of(path_of(tmp_path, men)).read_text() == f"{expected}  men-{men:02}.bin\n"
        assert is_whole(tmp_path, men)


def test_values_that_are_not_those_known_are_not_written(few: dict[int, str], tmp_path: Path) -> None:
    few[1] = "0" * 64
    with pytest.raises(WrongTable, match="would have the SHA-256"):
        list(make(tmp_path, silent))
    assert not path_of(tmp_path, 1).exists()


@pytest.mark.soak(only=True)
def test_layers_are_built_as_known_and_the_shipped_winners_are_theirs(all_built: Limits) -> None:
    assert all_built.data is not None
    winners = []
    for men in STORED_LAYERS:
        assert is_whole(all_built.data, men)
        values = np.memmap(path_of(all_built.data, men), np.uint8, mode="r")
        assert values.max() < WON
        winners.append(pack_winners(values))
    assert b"".join(winners) == read_packed(WINNERS)


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[Path, Path]:
    """The files that `ship` writes in this test, by the file of the package."""
    written = {path: tmp_path / path.name for path in (SHIPPED_DISTANCES, WINNERS, PUZZLES)}
    for name in ("SHIPPED_DISTANCES", "WINNERS", "PUZZLES"):
        monkeypatch.setattr(makers, name, written[getattr(makers, name)])
    return written


@pytest.mark.soak(only=True)
def test_shipping_writes_winners_distances_and_puzzles(
    few: dict[int, str], sources: dict[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With quickly built layers, and the first puzzles."""
    found = puzzles.find_puzzles
    monkeypatch.setattr(puzzles, "MAX_MEN", 4)
    monkeypatch.setattr(puzzles, "find_puzzles", lambda *given: islice(found(*given), 3))
    list(make(tmp_path, silent))
    said = list(ship(tmp_path, silent))
    assert [Path(sentence.split()[0]) for sentence in said] == list(sources.values())
    winners, distances = (read_packed(sources[path]) for path in (WINNERS, SHIPPED_DISTANCES))
    assert len(winners) == sum((layer(men).size + 7) // 8 for men in few)
    assert said[1].endswith(f" {sha256(winners).hexdigest()}.")
    assert sha256(distances).hexdigest() == SHIPPED[SHIPPED_DISTANCES]
    lines = sources[PUZZLES].read_text().splitlines()
    assert len(lines) == 3


def read_packed(path: Path) -> bytes:
    return lzma.decompress(path.read_bytes())


@pytest.mark.soak(only=True)
def test_the_shipped_puzzles_are_found_again(all_built: Limits) -> None:
    """All of them when soaking, which takes a minute and a half; else the first three."""
    shipped = PUZZLES.read_text("utf-8").splitlines(keepends=True)
    found = islice(puzzles.find_puzzles(all_built, silent), len(shipped) + 1)
    again = [puzzle_text(*puzzle) for puzzle in sorted(found)]
    assert again == [line for line in shipped if line in again]
    assert len(again) == len(shipped)


@pytest.mark.soak(only=True)
def test_the_cardinal_wins_in_33_plies_after_each_first_move(all_built: Limits) -> None:
    evaluation = evaluate(GAME, START, all_built)
    assert evaluation.value.winner == CARDINAL
    assert evaluation.value.plies == 33
    assert {value.plies for value in evaluation.moves.values()} == {33}
