"""Campaign folders: texts and judgments belong together."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tertium.corpus.campaigns.campaign import campaign_folders, open_campaign
from tertium.errors import InputError, TertiumError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "set" / "es-en"
    (made / "systems").mkdir(parents=True)
    (made / "src.txt").write_text("uno\ndos\n")
    (made / "refA.txt").write_text("one\ntwo\n")
    (made / "refB.txt").write_text("1\n2\n")
    for name in ("z", "a", "unrated"):
        (made / "systems" / f"{name}.txt").write_text("one\nto\n")
    (made / "human_seg.tsv").write_text("system\tseg_id\tscore\nz\t1\t0.5\na\t2\t-1\n")
    (made / "human_sys.mqm.tsv").write_text("system\tscore\nz\t1\na\t2\n")
    return made


def test_texts_and_judgments_are_found_and_in_one_order(folder: Path) -> None:
    made = open_campaign(folder)
    assert (made.name, made.languages) == ("set/es-en", "es-en")
    assert list(made.systems) == ["a", "unrated", "z"]
    assert [path.name for path in made.references] == ["refA.txt", "refB.txt"]
    assert made.judgments.systems == ("a", "z")
    assert made.unrated == ("unrated",)
    assert made.kinds == ("mqm",)
    np.testing.assert_array_equal(made.judgments.scores, [[np.nan, -1.0], [0.5, np.nan]])
    assert made.corpus().names == ("a", "z")


def test_another_kind_is_chosen_by_name(folder: Path) -> None:
    made = open_campaign(folder, "mqm")
    assert made.judgments.scores is None
    np.testing.assert_array_equal(made.judgments.system_scores, [2.0, 1.0])
    with pytest.raises(InputError, match="no judgments of the kind 'mqn'; did you mean 'mqm'"):
        open_campaign(folder, "mqn")


def test_a_folder_of_folders_gives_them_all(folder: Path) -> None:
    assert campaign_folders(folder.parent) == [folder]
    assert campaign_folders(folder) == [folder]


def test_what_is_missing_is_said(folder: Path, tmp_path: Path) -> None:
    (folder / "human_seg.tsv").unlink()
    with pytest.raises(InputError, match=r"no judgments: .*other kinds: mqm"):
        open_campaign(folder)
    with pytest.raises(TertiumError, match="not a directory"):
        open_campaign(tmp_path / "nowhere")
    with pytest.raises(InputError, match="no systems"):
        open_campaign(tmp_path)


def test_the_same_judgments_in_two_files_are_refused(folder: Path) -> None:
    (folder / "human_seg.csv").write_text("system,seg_id,score\nz,1,0.5\n")
    with pytest.raises(InputError, match="hold the same judgments"):
        open_campaign(folder)


@pytest.mark.parametrize(
    ("name", "systems", "segments", "judgments"),
    [
        ("wmt08/de-en", 11, 2051, 1467),
        ("wmt13/de-en", 17, 3000, 128668),
        ("wmt13/es-en", 12, 3000, 67832),
        ("wmt13/fr-en", 13, 3000, 80741),
        ("wmt21/en-de", 8, 1002, 4216),
        ("wmt22-mqm200/zh-en", 14, 200, 2800),
    ],
)
def test_the_real_campaigns_have_the_judgments_their_page_says(
    shared_data: Path, name: str, systems: int, segments: int, judgments: int
) -> None:
    made = open_campaign(shared_data / name).judgments
    assert (len(made.systems), made.segments) == (systems, segments)
    count = made.pairs.judgments if made.pairs is not None else made.coverage.judged if made.coverage else 0
    assert count == judgments


def test_a_ranking_sheet_in_the_folder_is_read_for_its_language_pair(folder: Path) -> None:
    header = "srclang,trglang,srcIndex,judgeId,system1Id,system2Id,system1rank,system2rank"
    rows = ["Spanish,English,1,j,newstest2013.a.es-en,newstest2013.z.es-en,1,2", "French,English,1,j,a,nobody,2,1"]
    (folder / "rankings.csv").write_text("\n".join([header, *rows]) + "\n")
    pairs = open_campaign(folder).judgments.pairs
    assert pairs is not None
    assert (pairs.segment.tolist(), pairs.relation.tolist()) == ([0], [1])
