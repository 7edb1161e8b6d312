# The rules of Rassi in C: a deal with all cards known, a struct copied by value, from the first exchange to the end.
#
# Actions have one bit each beside the cards of `bits.pxd`, so all that a seat may do is one 64-bit set:
#
#   bit  0..51   cards, spades hearts diamonds clubs, 2..A each
#   bit 52, 53   jokers
#   bit 54       change        (asked in the phases FREE, DOUBLES, REDOUBLE)
#   bit 55       keep
#
# Heights are 2..13, ace and joker 14; in the last trick ace and joker 1.
from libc.stdint cimport uint8_t, uint16_t, uint64_t

cdef enum:
    SEATS = 9
    HAND = 6
    STOCK = 42      # cards left of 54 when two play
    CHANGE = 54
    KEEP = 55
    HIGH = 14
    LOW = 1
    FACES = 7 << 9  # the ranks J, Q, K
    DEAL = 1        # purposes of random streams
    PLAYOUT = 9

cdef enum:          # phases
    FREE
    DOUBLES
    REDOUBLE
    PLAY
    OVER

cdef enum:          # why an action is refused
    NONE
    ENDED           # the deal is over
    OTHER_PHASE     # a card in the exchange, or change and keep in the play
    FACE            # a free change of a hand with K, Q or J
    NOT_HELD
    OVERTAKE        # the hand can play as high as the highest card, and must
    NOT_LOWEST      # below the highest card only the lowest may be played

cdef struct Rassi:
    uint64_t hand[9]
    uint8_t stock[42]       # as dealt, drawn from the front
    uint8_t drawn           # cards drawn from it
    uint8_t stock_size      # cards it had
    uint8_t changed[9]      # bits 0, 1, 2: changed at FREE, DOUBLES, REDOUBLE
    uint8_t multiplier[9]   # 1, 2, 4
    uint8_t seats
    uint8_t dealer
    uint8_t phase
    uint8_t asked           # seats of this round of exchange dealt with, from the dealer's left
    uint8_t turn            # seat that is asked or has to play; stale when OVER
    uint8_t leader          # of the current trick; when OVER who took the last one
    uint8_t size            # cards each seat had at the start of the trick; 0 when OVER
    uint8_t laid            # cards of the current trick
    uint8_t high            # height of its highest card; when OVER the rank of the last trick
    uint8_t holder          # who played the last of its highest cards
    uint16_t tied           # set of seats that played a card of that height; when OVER of the last trick
    bint others             # doubles=others
    bint anyone             # redouble=anyone
    bint optional           # overtake=optional
    bint all_pay            # last_tie=all

cdef uint64_t rassi_legal(const Rassi* game) noexcept nogil
cdef int rassi_refusal(const Rassi* game, int action) noexcept nogil  # NONE if it may be done
cdef void rassi_do(Rassi* game, int action) noexcept nogil            # the action must be legal
cdef uint64_t rassi_perft(const Rassi* game, int depth) noexcept nogil


cdef inline uint64_t in_all_suits(uint64_t ranks) noexcept nogil:
    # The cards of all four suits whose ranks are in the 13-bit set, and the jokers where it holds the ace.
    return ranks * <uint64_t>0x8004002001 | (ranks >> 12 << 52) * 3


cdef inline uint64_t ranks_of(uint64_t cards) noexcept nogil:
    # The 13-bit set of ranks of a set of cards; a joker counts as an ace.
    return (cards | cards >> 13 | cards >> 26 | cards >> 39) & 0x1FFF | <uint64_t>((cards >> 52 & 3) != 0) << 12


cdef inline int height(int card) noexcept nogil:
    return HIGH if card >= 52 else card % 13 + 2


cdef inline int worth(int card) noexcept nogil:
    cdef int high = height(card)
    return LOW if high == HIGH else high
