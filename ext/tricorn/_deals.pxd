# Seeded deals of the three games.
from quick cimport Quick
from tricorn._state cimport State

# A deal with the play about to begin: Russi, seat 0 leading; Ruffe, the classic game of four in pairs, whoever takes the head
# throwing his four lowest plain cards away; Rassi for 2 to 9 seats, all hands kept.
cdef void deal_state(State* state, int game, int seats, Quick* rng) noexcept nogil
