# The table of positions, and the table of cards that decided.
#
# Partition search (Ginsberg 1996): an entry is not one position but all positions with the same leader, the same suit
# lengths and the same owners of those top cards that the proof used. Slots (open addressing) hold the key, leader and 16
# lengths, exactly; each points to a block of entries that are looked through one by one.
#
# Everything carries a stamp: forgetting all is adding one to it. Slots start with few and grow, also after each
# forgetting, so that a small ending touches little memory however large the table once was.
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
    FIRST_SLOTS = 1024
    FIRST_ENTRIES = 512
    FIRST_CUTOFFS = 2048
    MOST_CUTOFFS = 32768


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
    e.entry_room = FIRST_ENTRIES
    e.entry_limit = <uint32_t>min(max(limit_bytes // <int64_t>sizeof(Entry), <int64_t>FIRST_ENTRIES), <int64_t>1 << 31)
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
    e.cutoffs = FIRST_CUTOFFS
    e.slots_used = 0
    e.entries = 1
    memset(e.spare, 0, sizeof(e.spare))


cdef inline int64_t table_bytes(const Engine* e) noexcept nogil:
    """Memory in use."""
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
    cdef uint32_t block = e.spare[size], room
    cdef Entry* entry
    if block:
        e.spare[size] = <uint32_t>e.entry[block].low
        return block
    if e.entries + (<uint32_t>1 << size) > e.entry_room:
        room = e.entry_room * 2
        if room > e.entry_limit:
            return 0
        entry = <Entry*>realloc(e.entry, room * sizeof(Entry))
        if entry == NULL:
            return 0
        e.entry = entry
        e.entry_room = room
    block = e.entries
    e.entries += <uint32_t>1 << size
    return block


cdef inline void grow_cutoffs(Engine* e) noexcept nogil:
    """Four times the room for hints, those that are there moved."""
    cdef uint64_t* old = e.cutoff
    cdef uint64_t* new
    cdef uint32_t i, many = e.cutoffs * 4
    if e.cutoffs == MOST_CUTOFFS:
        return
    new = <uint64_t*>calloc(max(many, e.cutoff_room), sizeof(uint64_t))
    if new == NULL:
        return
    for i in range(e.cutoffs):
        if <uint16_t>(old[i] >> 16) == e.stamp:
            new[(old[i] >> 32) & (many - 1)] = old[i]
    e.cutoff_room = max(many, e.cutoff_room)
    e.cutoff = new
    e.cutoffs = many
    free(old)


cdef inline bint grow_slots(Engine* e) noexcept nogil:
    """Four times the slots, all keys moved; False if there is no memory."""
    cdef Slot* old = e.slot
    cdef Slot* new
    cdef uint32_t old_slots = e.slots, slots = e.slots * 4, i, j
    new = <Slot*>calloc(max(slots, e.slot_room), sizeof(Slot))
    if new == NULL:
        return False
    e.slot_room = max(slots, e.slot_room)
    for i in range(old_slots):
        if old[i].stamp == e.stamp:
            j = <uint32_t>key_of(old[i].lengths, old[i].leader) & (slots - 1)
            while new[j].stamp == e.stamp:
                j = (j + 1) & (slots - 1)
            new[j] = old[i]
    e.slot = new
    e.slots = slots
    free(old)
    return True


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
        if e.slots_used * 2 >= e.slots:
            grow_cutoffs(e)
            if not grow_slots(e):
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


cdef inline int decided_before(const Engine* e, uint64_t key) noexcept nogil:
    """The card that decided where this key was last seen, or -1. A hint and no more: tags of 32 bits may collide."""
    cdef uint64_t word = e.cutoff[(key >> 32) & (e.cutoffs - 1)]
    if (word >> 32) == (key >> 32) and <uint16_t>(word >> 16) == e.stamp:
        return <int>(word & 63)
    return -1


cdef inline void decided_now(Engine* e, uint64_t key, int card) noexcept nogil:
    e.cutoff[(key >> 32) & (e.cutoffs - 1)] = (key >> 32 << 32) | (<uint64_t>e.stamp << 16) | <uint64_t>card
