"""Past upgrades: what was added is reported in its release, and in no other."""

from tasks.newer_sdk import keep, surface_with

from sendable.tasks.backtest import backtest

MOOD = {"request": {"function_call": ("mood",)}}


def _walk(folder, *steps):
    releases = [f"99.{n}.0" for n in range(len(steps))]
    for release, more in zip(releases, steps, strict=True):
        keep(folder, surface_with("openai", release, "openai-responses", **more))
    return list(backtest("openai", releases, cache=folder))


def test_added_removed_and_added_again(tmp_path):
    """A field fails once; gone it is listed, back it is declared again and its decision stands."""
    added, removed, again = _walk(tmp_path, {}, MOOD, {}, MOOD)
    assert [each.path for each in added.undecided] == ["function_call.mood"]
    assert [each.fails for each in (added, removed, again)] == [True, False, False]
    assert [(each.path, each.what) for each in removed.changed] == [("function_call.mood", "removed")]
    assert again.again == ("openai-responses:function_call.mood",)


def test_a_renamed_type_trips_nothing(tmp_path):
    """Types that move or change their names are counted and fail nothing."""
    before = surface_with("openai", "99.0.0", "openai-responses")
    after = surface_with("openai", "99.1.0", "openai-responses", request={"moved": ()})
    positions = after.apis[0].request.positions
    del positions["moved"]
    for place, position in list(positions.items())[:3]:
        positions[place] = type(position)(f"moved.{place}", position.fields)
    keep(tmp_path, before)
    keep(tmp_path, after)
    (upgrade,) = backtest("openai", ["99.0.0", "99.1.0"], cache=tmp_path)
    assert (upgrade.fails, upgrade.renamed, upgrade.changed) == (False, 3, ())


def test_the_strip_list_grows(tmp_path):
    """A field that responses alone have joins the strip list of its release."""
    (upgrade,) = _walk(tmp_path, {}, {"response": {"function_call": ("mood",)}})
    assert (upgrade.fails, upgrade.strip) == (False, ("openai-responses:function_call.mood",))
