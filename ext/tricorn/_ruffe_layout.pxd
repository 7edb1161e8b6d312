# The cards of Ruffe as the search holds them, and the rules of a trick on them.
#
# A set of cards is 64 bits, four lanes of 16, a suit each; in a lane the ACE is bit 0 and the two is bit 12, so "the top
# card" is the lowest set bit and "higher than" is "to the right of". The trump suit is always lane 0 (the suits are
# permuted on the way in); a game without trumps has a lane 0 like the others and `trumps` is 0.
#
#      lane 3            lane 2            lane 1            lane 0 (trumps)
#   ...2 3 4 .. Q K A ...2 3 4 .. Q K A ...2 3 4 .. Q K A ...2 3 4 .. Q K A
#   bit 63                                                            bit 0
#
# A card is the number of its bit: lane * 16 + 12 - rank.
from bits cimport highest, lowest, popcount
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    SUIT_ELSE_TRUMP = 0  # readings of the duty to follow
    SUIT_OR_TRUMP = 1
    SUIT = 2

cdef enum:  # parts of the search, each with its switch
    TABLE = 1       # the table of positions
    BOUNDS = 2      # sure tricks of the leader's side
    LATER = 4       # sure trumps of the other side
    EQUALS = 8      # one card for each run of equal cards
    RELEVANCE = 16  # a card that did not matter stands for all lower ones of its suit
    CUTOFFS = 32    # the table of cards that decided before
    ORDER = 64      # the order in which plays are tried
    JOINT = 128     # in both bounds, sure trumps of two partners together
    EVERYTHING = 255

# A position at the start of a trick.
#   lengths: 16 nibbles, the number of cards of player p in lane s at bit 16 * p + 4 * s
#   low, high: who owns the cards by RELATIVE rank: lane by lane, bit i is the (i+1)-th highest card still held by
#   anybody; bit 0 of its owner's number stands in `low`, bit 1 in `high`. Bits past the last card mean nothing.
cdef struct Start:
    uint64_t hand[4]
    uint64_t held
    uint64_t lengths
    uint64_t low
    uint64_t high

# A trick that is being played: `hand` and `held` no longer hold the cards on the table.
cdef struct Trick:
    const Start* start
    uint64_t hand[4]
    uint64_t held
    int card[4]  # by turn
    int leader
    int left     # tricks still to be played, this one included
    int led      # lane
    int win      # the card that wins so far
    int winner   # its player

# What a search found: `tricks` of side 0 (a bound, its direction is given by the target of the search), and the ranks
# that the proof used: for each lane all ranks from the ace down to some card. The same bound holds in every position with
# the same leader and lengths where the cards of these ranks have the same owners.
cdef struct Out:
    uint64_t ranks
    int tricks

cdef struct Slot:
    uint64_t lengths
    uint32_t block
    uint16_t stamp
    uint8_t leader
    uint8_t level     # log2 of the number of slots when it was put here

cdef struct Entry:
    uint64_t low
    uint64_t high
    uint64_t mask  # the relative ranks that count: for each lane the first few bits
    uint8_t lower
    uint8_t upper
    uint16_t count     # of the first entry of a block: entries in use
    uint16_t capacity  # and entries there is room for
    uint16_t third     # max^n keeps the tricks of players 0, 1, 2 in lower, upper, third

# What the order of leads is made of: the score of a kind of lead, and what is added for what; see _ruffe_order.pxd.
cdef struct Taste:
    int partner_ruffs   # he is void and we can all do without the suit's low cards
    int finesse         # towards an honour of his over the next enemy's
    int tops            # we hold two of the top three
    int plain
    int into            # into the enemy's honour over ours
    int trumps
    int ruffed          # an enemy is void and has trumps
    int per_enemy_card
    int enemy_top
    int my_top
    int partner_could_ruff
    int per_own_card
    int per_partner_card
    int low_first       # added to the bottom card of a side suit; the top card has 1
    int ruff            # following: a trump that wins the trick
    bint wary           # play low when an enemy to come may trump

cdef struct Engine:
    Taste taste
    int players
    int reading
    int parts
    uint64_t trumps      # lane 0, or nothing
    int trump_lane       # 0, or a number that no card has
    int side[4]
    int after[4]         # the next player
    int partners         # of the player who has most
    bint pairs           # four players, partners opposite
    int lane_of[4]       # lane of a suit S H D C
    int suit_of[4]       # and back
    # effort
    int64_t nodes
    int64_t budget       # stop when nodes reach it
    volatile int* stop   # or when this is not 0; may be NULL
    bint ended           # the search was ended early
    int64_t table_limit  # bytes, of all three tables together
    int64_t slots_most   # the share of each
    int64_t entries_most
    int64_t cutoffs_most
    # table of positions: slots -> blocks of entries; everything with an old stamp is empty
    Slot* slot
    uint32_t slots       # in use: 2 ** slot_level, may be less than there is memory for
    uint8_t slot_level
    uint32_t slot_room
    uint32_t slots_used
    Entry* entry
    uint32_t entries     # handed out
    uint32_t entry_room
    uint32_t spare[20]   # freed blocks of 2 ** i entries, chained; 0: none
    uint16_t stamp
    # cards that decided before: tag 32 bits, stamp 16, card 8
    uint64_t* cutoff
    uint32_t cutoffs     # in use: a power of two
    uint32_t cutoff_room


# The root of a search: a position at any point of a trick, and what is known of each choice there.
cdef struct Choice:
    int card
    uint64_t run  # the equal cards
    int lo        # proven, in tricks of the side to play
    int hi

cdef struct Root:
    Start start
    Trick trick
    int turn
    int player
    int left
    bint wants  # the side to play is side 0
    int count
    Choice choice[32]
    int low     # proven bounds of the position
    int high


cdef inline uint64_t one(int card) noexcept nogil:
    return (<uint64_t>1) << card


cdef inline uint64_t lane(int suit) noexcept nogil:
    return (<uint64_t>0xFFFF) << (suit << 4)


cdef inline uint64_t top(uint64_t cards) noexcept nogil:
    """The lowest set bit: the highest card, if the cards are of one lane."""
    return cards & (0 - cards)


cdef inline uint64_t above(int card) noexcept nogil:
    """All ranks above a card in its lane."""
    return one(card) - one(card & 48)


cdef inline uint64_t from_top(int card) noexcept nogil:
    """The ranks of a lane from the ace down to a card."""
    return above(card) | one(card)


cdef inline int length(uint64_t lengths, int player, int suit) noexcept nogil:
    return <int>(lengths >> ((player << 4) + (suit << 2))) & 15


cdef inline uint64_t legal_cards(const Engine* e, uint64_t hand, int led) noexcept nogil:
    """What a hand may play to a led lane."""
    cdef uint64_t suit = hand & lane(led)
    if e.reading == SUIT_OR_TRUMP:
        suit = hand & (lane(led) | e.trumps)
    elif not suit and e.reading == SUIT_ELSE_TRUMP:
        suit = hand & e.trumps
    return suit if suit else hand


cdef inline bint beats(const Engine* e, int card, int win) noexcept nogil:
    """Whether a card takes the trick from the card that wins so far."""
    if (card ^ win) < 16:  # the same lane: both numbers agree from bit 4 up
        return card < win
    return (card >> 4) == e.trump_lane


cdef inline uint64_t run_of(uint64_t own, uint64_t others, int card) noexcept nogil:
    """The own cards that are the same card as this one: no card of `others` lies between."""
    cdef uint64_t line = lane(card >> 4)
    cdef uint64_t higher = others & above(card)
    cdef uint64_t lower = others & line & ~from_top(card)
    cdef uint64_t run = own & line
    if higher:
        run &= ~from_top(highest(higher))
    if lower:
        run &= top(lower) - 1
    return run


cdef inline void remove_card(Start* s, uint64_t held, int card) noexcept nogil:
    """Take a card out of the owners by relative rank; `held`: the cards they speak of, this one included."""
    cdef uint64_t kept = (<uint64_t>1 << popcount(held & above(card))) - 1
    cdef uint64_t tail = lane(card >> 4) & ~(kept << (card & 48))
    s.low = (s.low & ~tail) | ((s.low >> 1) & tail)
    s.high = (s.high & ~tail) | ((s.high >> 1) & tail)


cdef inline uint64_t relative_ranks(uint64_t held, uint64_t ranks) noexcept nogil:
    """Ranks of a proof as a mask of relative ranks."""
    cdef uint64_t used = held & ranks, mask = 0
    cdef int suit
    for suit in range(4):
        mask |= ((<uint64_t>1 << popcount(used & lane(suit))) - 1) << (suit << 4)
    return mask


cdef inline uint64_t absolute_ranks(uint64_t held, uint64_t mask) noexcept nogil:
    """And back: the ranks from the ace down to the last card that the mask counts."""
    cdef uint64_t ranks = 0, cards, part
    cdef int suit
    for suit in range(4):
        part = (mask >> (suit << 4)) & 0xFFFF
        if part:
            cards = (held >> (suit << 4)) & 0xFFFF
            while part > 1:
                cards &= cards - 1
                part >>= 1
            ranks |= (cards ^ (cards - 1)) << (suit << 4)
    return ranks


cdef inline int inner(const Engine* e, int card) noexcept nogil:
    """The lane number of a public card."""
    cdef int suit = card // 13
    return (e.lane_of[suit] << 4) + 12 - (card - 13 * suit)


cdef inline int outer(const Engine* e, int card) noexcept nogil:
    """The public card of a lane number."""
    return e.suit_of[card >> 4] * 13 + 12 - (card & 15)
