# The table of positions, and the table of cards that decided.
#
# Partition search (Ginsberg 1996): an entry is not one position but all positions with the same leader, the same suit
# lengths and the same owners of those top cards that the proof used. Slots (open addressing) hold the key, leader and 16
# lengths, exactly; each points to a block of entries that are looked through one by one.
#
# Everything carries a stamp: forgetting all is adding one to it. Slots start with few and grow, also after each
# forgetting, so that a small ending touches little memory however large the table once was. All growth is in place. Slots,
# hints and entries each have a share of the limit, and what is held never passes it. Fixed shares, so that a table that has
# forgotten everything does what a new one does: what it held for an earlier search takes no room from this one.
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from tricorn._ruffe_layout cimport Engine, Entry, Slot

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define tricorn_prefetch(p) __builtin_prefetch(p)
    #else
    #define tricorn_prefetch(p) ((void)0)
    #endif
    """
    void prefetch "tricorn_prefetch"(const void* address) noexcept nogil

cdef enum:
    FIRST_LEVEL = 10
    FIRST_SLOTS = 1 << FIRST_LEVEL
    MOST_LEVEL = 30            # the numbers of slots and entries have 32 bits
    FIRST_ENTRIES = 512
    MOST_ENTRIES = 1 << 30
    FIRST_CUTOFFS = 2048
    MOST_CUTOFFS = 524288
    LEAST_BYTES = 1 << 16      # a limit below this would not hold what a search starts with
    MOST_MEGABYTES = 1 << 16   # more than MOST_LEVEL and MOST_ENTRIES can fill


cdef inline uint64_t mixed(uint64_t x) noexcept nogil:
    """A hash of 64 bits: the high bits of a product with an odd constant, twice."""
    x *= <uint64_t>0x9E3779B97F4A7C15
    x ^= x >> 32
    x *= <uint64_t>0xD6E8FEB86659FD93
    return x ^ (x >> 29)


cdef inline uint64_t key_of(uint64_t lengths, int leader) noexcept nogil:
    return mixed(lengths + (<uint64_t>leader << 62) + <uint64_t>leader)


cdef inline bint table_open(Engine* e, int64_t limit_bytes) noexcept nogil:
    """Take the first memory; False if there is none. The struct must have been zeroed."""
    e.slot = <Slot*>calloc(FIRST_SLOTS, sizeof(Slot))
    e.entry = <Entry*>malloc(FIRST_ENTRIES * sizeof(Entry))
    e.cutoff = <uint64_t*>calloc(FIRST_CUTOFFS, sizeof(uint64_t))
    e.cutoffs = e.cutoff_room = FIRST_CUTOFFS
    e.slots = e.slot_room = FIRST_SLOTS
    e.slot_level = FIRST_LEVEL
    e.entry_room = FIRST_ENTRIES
    e.table_limit = max(limit_bytes, <int64_t>LEAST_BYTES)
    e.slots_most = FIRST_SLOTS
    while e.slots_most < <int64_t>1 << MOST_LEVEL and e.slots_most * 2 * <int64_t>sizeof(Slot) <= e.table_limit // 4:
        e.slots_most *= 2
    e.cutoffs_most = FIRST_CUTOFFS
    while e.cutoffs_most < MOST_CUTOFFS and e.cutoffs_most * 4 * <int64_t>sizeof(uint64_t) <= e.table_limit // 8:
        e.cutoffs_most *= 4
    e.entries_most = (e.table_limit - e.slots_most * <int64_t>sizeof(Slot) - e.cutoffs_most * <int64_t>sizeof(uint64_t)
                      ) // <int64_t>sizeof(Entry)
    e.entries_most = min(e.entries_most, <int64_t>MOST_ENTRIES)
    e.entries = 1
    e.stamp = 1
    if e.entry != NULL:
        e.entry[0].count = 0  # block 0 is the empty block of keys that are not there
    return e.slot != NULL and e.entry != NULL and e.cutoff != NULL


cdef inline void table_close(Engine* e) noexcept nogil:
    free(e.slot)
    free(e.entry)
    free(e.cutoff)
    e.slot = NULL
    e.entry = NULL
    e.cutoff = NULL


cdef inline void table_forget(Engine* e) noexcept nogil:
    """Forget everything, at once."""
    e.stamp += 1
    if e.stamp == 0:  # once in 65,535 times the stamps must really be wiped
        memset(e.slot, 0, e.slot_room * sizeof(Slot))
        memset(e.cutoff, 0, e.cutoff_room * sizeof(uint64_t))
        e.stamp = 1
    e.slots = FIRST_SLOTS
    e.slot_level = FIRST_LEVEL
    e.cutoffs = FIRST_CUTOFFS
    e.slots_used = 0
    e.entries = 1
    memset(e.spare, 0, sizeof(e.spare))


cdef inline int64_t table_bytes(const Engine* e) noexcept nogil:
    """Memory held."""
    return (<int64_t>e.slot_room * <int64_t>sizeof(Slot) + <int64_t>e.entry_room * <int64_t>sizeof(Entry)
            + <int64_t>e.cutoff_room * <int64_t>sizeof(uint64_t))


cdef inline uint32_t find_block(const Engine* e, uint64_t key, uint64_t lengths, int leader) noexcept nogil:
    """The block of a key, 0 if it has none."""
    cdef uint32_t i = <uint32_t>key & (e.slots - 1)
    while e.slot[i].stamp == e.stamp:
        if e.slot[i].lengths == lengths and e.slot[i].leader == leader:
            return e.slot[i].block
        i = (i + 1) & (e.slots - 1)
    return 0


cdef inline const Entry* find_entry(Engine* e, uint32_t block, uint64_t low, uint64_t high, int target) noexcept nogil:
    """An entry that decides whether side 0 takes `target` tricks, NULL if there is none. It is put first in its block:
    what was of use once is likely to be again."""
    cdef Entry* first = e.entry + block
    cdef Entry* entry = first
    cdef Entry* end = first + first.count
    cdef Entry found
    while entry != end:
        if not ((low ^ entry.low) | (high ^ entry.high)) & entry.mask and (
                entry.lower >= target or entry.upper < target):
            if entry != first:
                found = entry[0]
                entry[0] = first[0]
                found.count = first.count
                found.capacity = first.capacity
                first[0] = found
            return first
        entry += 1
    return NULL


cdef inline uint32_t new_block(Engine* e, int size) noexcept nogil:
    """A block of 2 ** size entries; 0 if the limit is reached."""
    cdef uint32_t block = e.spare[size]
    cdef int64_t room, wanted = <int64_t>e.entries + (<int64_t>1 << size)
    cdef Entry* entry
    if block:
        e.spare[size] = <uint32_t>e.entry[block].low
        return block
    if wanted > e.entries_most:
        return 0
    if wanted > e.entry_room:
        room = min(2 * max(<int64_t>e.entry_room, wanted), e.entries_most)
        entry = <Entry*>realloc(e.entry, <size_t>room * sizeof(Entry))
        if entry == NULL:
            return 0
        e.entry = entry
        e.entry_room = <uint32_t>room
    block = e.entries
    e.entries = <uint32_t>wanted
    return block


cdef inline void grow_cutoffs(Engine* e) noexcept nogil:
    """Four times the room for hints. In place: with more bits of the key a hint stays or goes to a new place, and no two
    to the same."""
    cdef uint64_t* longer
    cdef uint32_t i, j, many = e.cutoffs * 4
    if many > e.cutoffs_most:
        return
    if many > e.cutoff_room:
        longer = <uint64_t*>realloc(e.cutoff, many * sizeof(uint64_t))
        if longer == NULL:
            return
        memset(longer + e.cutoff_room, 0, (many - e.cutoff_room) * sizeof(uint64_t))
        e.cutoff = longer
        e.cutoff_room = many
    for i in range(e.cutoffs):
        j = <uint32_t>(e.cutoff[i] >> 32) & (many - 1)
        if j != i and <uint16_t>(e.cutoff[i] >> 16) == e.stamp:
            e.cutoff[j] = e.cutoff[i]
            e.cutoff[i] = 0
    e.cutoffs = many


cdef inline bint grow_slots(Engine* e, int more) noexcept nogil:
    """2 ** more times the slots; False if there is no memory."""
    cdef int level = e.slot_level + more
    cdef int64_t many = <int64_t>1 << level
    cdef Slot* longer
    if many > e.slots_most:
        return False
    if many > e.slot_room:
        longer = <Slot*>realloc(e.slot, <size_t>many * sizeof(Slot))
        if longer == NULL:
            return False
        memset(longer + e.slot_room, 0, <size_t>(many - e.slot_room) * sizeof(Slot))
        e.slot = longer
        e.slot_room = <uint32_t>many
    spread_slots(e, level)
    return True


# In place: a key is taken up and put where the longer table wants it; if a key that has not moved yet stands there, it is
# taken up in turn. Whatever a key is put behind has moved before it and will not move again, so it is found.
# Slots beyond those in use have old stamps: nothing was written there since all was forgotten.
cdef inline void spread_slots(Engine* e, int level) noexcept nogil:
    cdef uint32_t i, j, old_slots = e.slots, last = (<uint32_t>1 << level) - 1
    cdef Slot taken, other
    for i in range(old_slots):
        if e.slot[i].stamp != e.stamp or e.slot[i].level == level:
            continue
        taken = e.slot[i]
        e.slot[i].stamp = 0
        while True:
            taken.level = <uint8_t>level
            j = <uint32_t>key_of(taken.lengths, taken.leader) & last
            while e.slot[j].stamp == e.stamp and e.slot[j].level == level:
                j = (j + 1) & last
            other = e.slot[j]
            e.slot[j] = taken
            if other.stamp != e.stamp:
                break
            taken = other
    e.slots = last + 1
    e.slot_level = <uint8_t>level


cdef inline void store_entry(Engine* e, uint64_t key, uint64_t lengths, int leader, uint64_t low, uint64_t high,
                             uint64_t mask, int lower, int upper, int third) noexcept nogil:
    """Remember a bound. When the memory limit is reached everything is forgotten first: only speed is lost."""
    cdef uint32_t i = <uint32_t>key & (e.slots - 1), block, count
    cdef Entry* entry
    cdef Entry* end
    cdef int size
    while e.slot[i].stamp == e.stamp and not (e.slot[i].lengths == lengths and e.slot[i].leader == leader):
        i = (i + 1) & (e.slots - 1)
    if e.slot[i].stamp != e.stamp:
        if e.slots_used >= e.slots >> 1:
            grow_cutoffs(e)
            if not grow_slots(e, 2) and not grow_slots(e, 1) and e.slots_used >= e.slots - (e.slots >> 3):
                table_forget(e)
            i = <uint32_t>key & (e.slots - 1)
            while e.slot[i].stamp == e.stamp:
                i = (i + 1) & (e.slots - 1)
        block = new_block(e, 1)
        if not block:
            table_forget(e)
            return
        e.slot[i].lengths = lengths
        e.slot[i].leader = <uint8_t>leader
        e.slot[i].block = block
        e.slot[i].stamp = e.stamp
        e.slot[i].level = e.slot_level
        e.slots_used += 1
        e.entry[block].count = 0
        e.entry[block].capacity = 2
    block = e.slot[i].block
    entry = e.entry + block
    count = entry.count
    end = entry + count
    while entry != end:
        if entry.mask == mask and not ((low ^ entry.low) | (high ^ entry.high)) & mask:
            if lower > entry.lower:
                entry.lower = <uint8_t>lower
            if upper < entry.upper:
                entry.upper = <uint8_t>upper
            return
        entry += 1
    if count == e.entry[block].capacity:
        size = 1
        while (1 << size) < <int>count:
            size += 1
        block = new_block(e, size + 1) if size < 15 else 0
        if not block:
            table_forget(e)
            return
        memcpy(e.entry + block, e.entry + e.slot[i].block, count * sizeof(Entry))
        e.entry[block].capacity = <uint16_t>(1 << (size + 1))
        e.entry[e.slot[i].block].low = e.spare[size]
        e.spare[size] = e.slot[i].block
        e.slot[i].block = block
    entry = e.entry + block + count
    entry.low = low
    entry.high = high
    entry.mask = mask
    entry.lower = <uint8_t>lower
    entry.upper = <uint8_t>upper
    entry.third = <uint16_t>third
    e.entry[block].count = <uint16_t>(count + 1)


cdef inline uint64_t* hint_place(const Engine* e, uint64_t key) noexcept nogil:
    return &e.cutoff[(key >> 32) & (e.cutoffs - 1)]


cdef inline int decided_before(const Engine* e, uint64_t key) noexcept nogil:
    """The card that decided where this key was last seen, or -1. A hint and no more: tags of 32 bits may collide."""
    cdef uint64_t word = hint_place(e, key)[0]
    if (word >> 32) == (key >> 32) and <uint16_t>(word >> 16) == e.stamp:
        return <int>(word & 63)
    return -1


cdef inline void decided_now(Engine* e, uint64_t key, int card) noexcept nogil:
    hint_place(e, key)[0] = (key >> 32 << 32) | (<uint64_t>e.stamp << 16) | <uint64_t>card
