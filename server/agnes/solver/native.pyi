"""The compiled kernel, made by `agnes.solver.build`: the same classes as in `agnes.solver.kernel`."""

from agnes.solver.kernel.line import Line as Line
from agnes.solver.kernel.moves import Moves as Moves
from agnes.solver.kernel.position import Position as Position
from agnes.solver.kernel.search import Search as Search
from agnes.solver.kernel.seen import Seen as Seen

SOURCE: str
