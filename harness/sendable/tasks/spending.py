"""Money under a limit that several workers spend from."""

from threading import Condition


class Spending:
    """What was spent, and what requests on their way may still cost. limit: in dollars, None for none."""

    def __init__(self, limit: float | None = None) -> None:
        self._limit = limit
        self._changed = Condition()
        self._reserved: dict[int, float] = {}
        self._next = 0
        self.spent = 0.0

    def reserve(self, dollars: float) -> int | None:
        """Set aside what a request costs at most, and return the number to settle it by.

        Waits as long as requests on their way may turn out cheaper; None when the limit does not allow it even then.
        """
        with self._changed:
            while not self._fits(dollars):
                if not self._reserved:
                    return None
                self._changed.wait()
            self._next += 1
            self._reserved[self._next] = dollars
            return self._next

    def settle(self, number: int, spent: float) -> None:
        """Replace what was set aside by what it did cost."""
        with self._changed:
            del self._reserved[number]
            self.spent += spent
            self._changed.notify_all()

    def _fits(self, dollars: float) -> bool:
        return self._limit is None or self.spent + sum(self._reserved.values()) + dollars <= self._limit
