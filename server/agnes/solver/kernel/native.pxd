# The C types of the kernel, read by Cython when `agnes.solver.build` compiles it; the code is in the .py files.
cimport cython

ctypedef unsigned long long u64
ctypedef unsigned char u8

cdef int FOUNDATION, DEAL, REDEAL, NOWHERE, STOCK, TWIN, FLOOR
cdef u64 EVERY, EVEN, PAIRS
cdef int RUNNING, WON, EXHAUSTED, FULL, DEEP, ASTRAY, TOMB
cdef int UP, DEALT, REDEALT


@cython.final
cdef class Position:
    cdef const u64[::1] on_column, on_reserve, in_stock, face_up, bits
    cdef const u8[::1] fits
    cdef readonly int deals_to_columns, face_down, apart, redeals, left, score, spaces, links, tags
    cdef readonly u64 down, key
    cdef u8 cards[896]
    cdef int size[14]
    cdef u8 home[52]
    cdef u8 at[52]
    cdef int up[4]
    cdef u8 stock[64]
    cdef int gathered[64]

    cpdef void make(self, int move) noexcept nogil
    cpdef void undo(self, int move, u64 key, u64 down, int tags, int links) noexcept nogil
    cdef void rehash(self) noexcept nogil
    cdef void put(self, int pile, int card) noexcept nogil
    cdef u64 resting(self, int pile, int i, int card) noexcept nogil
    cdef void carry(self, int source, int target, int count) noexcept nogil
    @cython.locals(cards="u8*")
    cdef void transfer(self, int source, int target, int count) noexcept nogil
    cdef void deal(self, int count) noexcept nogil
    cdef void take_row_back(self, int count) noexcept nogil
    cdef void gather(self) noexcept nogil
    cdef void scatter(self) noexcept nogil
    cdef void turn_up(self) noexcept nogil
    cdef bint is_round(self) noexcept nogil
    @cython.locals(more=int, hidden=int)
    cdef int tags_now(self) noexcept nogil
    cdef void retag(self) noexcept nogil


@cython.final
cdef class Reach:
    cdef const u64[::1] bits
    cdef const u8[::1] of_bit, lies
    cdef int parents
    cdef u64 space, joined, on_first, on_second, off_columns, heads, opened, innermost
    cdef u64 under[52]
    cdef u64 wants[7]

    @cython.locals(
        fresh=u64, opened=u64, heads=u64, gone=u64, raised=u64, locked=u64, closed=u64, following=u64,
        rising=u64, leaving=u64, landing=u64, emptied=int,
    )
    cpdef bint lost(self, Position position) noexcept nogil
    @cython.locals(found=u64, one=u64)
    cdef u64 below(self, u64 cards) noexcept nogil
    @cython.locals(lower=u64, first=u64, second=u64)
    cdef u64 children(self, u64 opened) noexcept nogil
    @cython.locals(cards="u8*", bit=u64, card=int, below=int, lies=int)
    cdef void look(self, Position position) noexcept nogil
    @cython.locals(locked=u64)
    cdef u64 find_locked(self, Position position) noexcept nogil
    @cython.locals(one=u64)
    cdef u64 unlock(self, Position position, u64 leaving, u64 locked) noexcept nogil


@cython.final
cdef class Moves:
    cdef const u8[::1] lower, joins, space
    cdef int twins, safe
    cdef int noise
    cdef u64 random
    cdef int weights[32]
    cdef readonly int found[512]
    cdef int worth[512]
    cdef int run[7]
    cdef int dig[7]
    cdef public int count

    @cython.locals(space=int)
    cpdef int list(self, Position position) noexcept nogil
    @cython.locals(cards="u8*")
    cdef void look(self, Position position) noexcept nogil
    @cython.locals(safe=int)
    cdef bint upwards(self, Position position, int card) noexcept nogil
    cdef bint is_idle(self, Position position, int card, int deep) noexcept nogil
    cdef void onto(self, Position position, int card, int target) noexcept nogil
    cdef void into_space(self, Position position, int target) noexcept nogil
    @cython.locals(weights="int*")
    cdef int worth_of(self, Position position, int home, int target, int count, int card) noexcept nogil
    cdef void add(self, int move, int worth) noexcept nogil


@cython.final
cdef class Seen:
    cdef readonly int bits, most
    cdef readonly long long count, limit
    cdef long long moved
    cdef u64 mask
    cdef u64[::1] table, old

    cpdef bint is_full(self) noexcept nogil
    cpdef bint add(self, u64 key) noexcept nogil
    cpdef void forget(self, u64 key) noexcept nogil
    cpdef void refill(self, long long slots) noexcept nogil


@cython.final
cdef class Search:
    cdef Position position
    cdef Reach reach
    cdef Moves moves
    cdef Seen seen
    cdef int dead
    cdef readonly long long nodes
    cdef readonly bint is_round
    cdef readonly int level, room
    cdef public int deepest
    cdef u64[::1] keys, downs
    cdef int[::1] tags, links, first, last, pool
    cdef int[::1] played

    cdef void open(self) noexcept nogil
    cdef void forth(self, Position position, int move) noexcept nogil
    cdef void back(self) noexcept nogil
    cpdef int run(self, long long nodes)
    cdef int go_on(self, Position position, long long nodes) noexcept nogil


@cython.final
cdef class Line:
    cdef Position position
    cdef const u8[::1] joins, fits, space
    cdef int[::1] card, onto, rest_card, rest_onto, played, tags, links
    cdef u64[::1] keys, downs
    cdef readonly int length
    cdef int depth

    cdef void load(self, Position position, int move) noexcept nogil
    cpdef bint shorten(self, int at)
    @cython.locals(won=int)
    cdef bint attempt(self, Position position, int at, int instead) noexcept nogil
    cdef bint is_done(self, Position position, int card, int onto) noexcept nogil
    cdef int find(self, Position position, int card, int onto) noexcept nogil
    cdef int find_row(self, Position position, int onto) noexcept nogil
    cdef void step(self, Position position, int move) noexcept nogil
    cdef void rewind(self, Position position, int depth) noexcept nogil
