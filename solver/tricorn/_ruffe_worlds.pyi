from typing_extensions import disjoint_base

from tricorn._ruffe_thrown import Thrown
from tricorn.ruffe.knowledge import Knowledge

@disjoint_base
class Sampler:
    """The worlds that agree with a `tricorn.ruffe.knowledge.Knowledge`.

    `plain=True` leaves the announced totals to rejection: the slow twin that the tests compare with. `thrown`: how the taker
    is taken to have chosen his discards; None: any as likely as any.
    """

    def __new__(cls, spec: Knowledge, plain: bool = False, thrown: Thrown | None = None) -> Sampler: ...
    @property
    def count(self) -> int: ...
    def draw(self, seed: int, index: int) -> tuple[tuple[int, int, int, int], int, int, int]: ...
