# Proven bounds on the tricks still to come, at a trick boundary, without search. Both are lower bounds for one player:
#
#   quick(...)  what the LEADER takes at least          later(...)  what the FOLLOWER takes at least
#
# The tests compare both with the true value on thousands of positions rich in piles.
from libc.stdint cimport uint8_t, uint64_t

from bits cimport lowest, popcount
from tricorn._russi_board cimport CARDS, above_all, lane, one


cdef inline uint64_t uncovered_by(uint64_t cards, uint64_t ups, const uint8_t* under) noexcept nogil:
    # The cards that lie beneath the up cards among `cards`.
    cdef uint64_t out = 0
    cards &= ups
    while cards:
        out |= one(under[lowest(cards)])
        cards &= cards - 1
    return out


cdef inline bint stops(uint64_t singles, uint64_t cashed, uint64_t his, uint64_t open, int left) noexcept nogil:
    # Whether the leader, when he has cashed his winners and led a loser, takes one of the `left` tricks after that.
    # `singles`: the cards that he holds back. In a suit where he holds more of them than the opponent has cards above
    # the highest, only those h above can run, in any other suit all of the opponent's cards. If that is less than
    # `left`, then whatever the opponent has thrown away meanwhile, at least one of his cards is below a stopper that
    # is still guarded, and one such suit can be kept against all his leads: its h + 1 guards are needed there only.
    # The loser must be none of the guards.
    # `cashed`: winners that he has led. Each took a card of its suit from the opponent, who must follow as long as he can:
    # with his `open` cards at least.
    cdef uint64_t mask, held, top
    cdef int suit, run = 0, guards = 0, over, count
    for suit in range(4):
        mask = (<uint64_t>0x1FFF) << (suit << 4)
        held = his & mask
        if not held:
            continue
        count = popcount(held) - min(popcount(cashed & mask), popcount(open & mask))
        top = singles & mask
        if top:
            over = popcount(held & ((top & (0 - top)) - 1))
            if popcount(top) > over and count > over:
                run += over
                guards += over + 1
                continue
        run += count
    return run < left and guards <= left


cdef inline int quick(
    uint64_t me, uint64_t him, uint64_t cov, uint64_t ups, const uint8_t* under, int enough
) noexcept nogil:
    # The leader plays winners from the top, one after the other; he never loses the lead while he does.
    # Any answer of `enough` or more may be given as soon as it is certain.
    #
    # sure: own cards above every card the opponent has left in the suit (covered ones too), or in suits he lacks. They
    #   win whenever they are led. `got` are those that can be reached: accessible, or beneath another that is got.
    # length: the opponent has no covered card in a suit and the leader cashes at least as many cards there as he
    #   holds: all of these are accessible and he must follow until he has none, so the leader's other cards of the suit
    #   are sure afterwards.
    # now: an accessible card that beats all of the opponent's accessible cards of its suit wins if led first, before
    #   anything is turned up. His reply turns up cards that `sure` has reckoned with already, and can only shorten his
    #   suits.
    cdef uint64_t sure = me & above_all(him), acc = me & ~cov, got, new, cashed, mask, theirs
    cdef int count, suit
    cdef bint again = True
    got = sure & acc
    got |= uncovered_by(got, ups, under) & sure
    count = popcount(got)
    if count >= enough:
        return count
    while again:
        again = False
        for suit in range(4):
            mask = (<uint64_t>0x1FFF) << (suit << 4)
            if got & mask and me & mask & ~sure and not him & cov & mask:
                theirs = him & mask
                if popcount(got & mask) >= popcount(theirs):
                    sure |= me & mask
                    again = True
        if again:
            new = sure & acc & ~got
            got |= new
            got |= uncovered_by(got, ups, under) & sure
    count = popcount(got)
    if count >= enough:
        return count
    cashed = got
    new = acc & ~got & above_all(him & ~cov)
    if new:
        count += 1
        if count < enough and uncovered_by(new, ups, under) & sure & ~got:
            count += 1  # the card that wins now turns up a sure one
        got |= new  # which of them is led is left open: none is relied on below
    if count == enough - 1 and stops(acc & ~ups & ~got, cashed, him, him & ~cov, popcount(me) - count - 1):
        count += 1
    return count


cdef inline int later(
    uint64_t me, uint64_t him, uint64_t cov, uint64_t ups, const uint8_t* under, int n, int enough
) noexcept nogil:
    # Piles are looked at only if `enough` is missed without, and one stopper more only if it is missed by one.
    # The follower keeps a stopper in every suit where he can, until the leader runs out of winners.
    #
    # A stopper suit: the follower's highest single is H, the leader holds h cards above it and at least one below, and
    # the follower has more than h singles. If he keeps H and h lower singles there (the guards), he can give the lower
    # ones to the h cards above H, and any other card of the suit that the leader leads loses to H. So at most h tricks
    # run there; in any other suit at most all m of the leader's cards. U is the sum: the leader loses the lead after U
    # tricks at the latest, if U < n, provided the follower can keep the guards: they are needed only in their own
    # suits, so the leads elsewhere must be answered by other cards. That works: of his n cards n - sum(h + 1) are not
    # guards, some accessible one is among them as long as there is any (an up card, or a single), and U - sum(h) of
    # them are wanted. One stopper suit alone (m > h) can be kept against all n leads, which gives one trick.
    # With the lead he cashes sure singles (above all of the leader's cards in the suit; in suits the leader lacks; all
    # of a suit where his sure ones exhaust the leader's accessible cards). Room for keeping them: n - U cards are left
    # when the run ends, of which one for each stopper suit with h > 0 is not a sure one. Stoppers with h = 0 are sure
    # singles themselves, and there is room for all of these: each stopper suit holds a card of the leader's that does
    # not run.
    # A pile whose up card is sure takes the room of two cards, and gives a trick, or two if its down card is sure as well:
    # kept whole, it is cashed from the top, without losing the lead. If its suit is led before, it may have to win then:
    # a trick too, and the run is over that much sooner.
    cdef uint64_t singles = him & ~cov & ~ups, sure = singles & above_all(me), mask, held, top
    cdef int run = 0, guarded = 0, suit, mine, count, over
    for suit in range(4):
        mask = (<uint64_t>0x1FFF) << (suit << 4)
        held = me & mask
        if not held:
            continue
        mine = popcount(held)
        top = singles & mask
        if top:
            count = popcount(top)
            over = popcount(held & ((top & (0 - top)) - 1))
            if count > over and mine > over:
                run += over
                guarded += over > 0
                if over == 0 and not held & cov and popcount(sure & mask) >= mine:
                    sure |= singles & mask
                continue
        run += mine
    if run >= n:
        return 0
    count = popcount(sure)
    over = n - run - guarded - count
    if over < 0:
        count += over
    elif over >= 2 and count < enough and him & ups & above_all(me):
        top = him & ups & above_all(me)
        mine = popcount(top)
        suit = popcount(uncovered_by(top, ups, under) & above_all(me))
        over >>= 1
        count += min(suit, over) + min(mine, over)
    elif count == enough - 1:
        # One more: without the sure cards, is there still a stopper suit, with room for all of its guards, for the
        # sure cards, and for one loser that gives the lead back when they are cashed? The leader takes that trick,
        # what runs past the stoppers that are left, before and after, and no more: the tricks left go to a stopper.
        singles &= ~sure
        run = guarded = 0
        for suit in range(4):
            mask = (<uint64_t>0x1FFF) << (suit << 4)
            held = me & mask
            if not held:
                continue
            mine = popcount(held)
            top = singles & mask
            if top:
                over = popcount(held & ((top & (0 - top)) - 1))
                if popcount(top) > over and mine > over:
                    run += over
                    guarded += 1
                    continue
            run += mine
        if guarded and run + guarded + count + 1 <= n:
            count += 1
    return count if count > 1 else 1
