"""Money under a limit."""

from concurrent.futures import ThreadPoolExecutor
from threading import Thread

from sendable.tasks.spending import Spending


def test_nothing_is_set_aside_beyond_the_limit() -> None:
    """What was spent counts; a request that may cost more than what is left is refused when none is on its way."""
    money = Spending(1.0)
    money.settle(money.reserve(0.6), 0.6)
    assert (money.reserve(0.6), round(money.spent, 6)) == (None, 0.6)
    assert money.reserve(0.4) is not None


def test_what_a_request_did_not_cost_is_free_again() -> None:
    """Whoever does not fit waits for the requests on their way, and goes when they turn out cheaper."""
    money = Spending(1.0)
    first, got = money.reserve(0.6), []
    waiting = Thread(target=lambda: got.append(money.reserve(0.6)))
    waiting.start()
    waiting.join(0.05)
    assert (waiting.is_alive(), got) == (True, [])
    money.settle(first, 0.1)
    waiting.join(5)
    assert got == [2]


def test_many_workers_stay_below_it() -> None:
    """However many ask at once, the limit holds and all of it is used."""
    money = Spending(10.0)

    def spend(_: int) -> bool:
        number = money.reserve(0.25)
        if number is not None:
            money.settle(number, 0.25)
        return number is not None

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(spend, range(100))) == 40
    assert money.spent == 10.0


def test_without_a_limit_everything_goes() -> None:
    """None is no limit."""
    money = Spending()
    money.settle(money.reserve(1e9), 2.0)
    assert money.spent == 2.0
