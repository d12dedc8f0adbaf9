/* Goofspiel with thirteen cards, written by hand in plain C; the same games as hand_written.py. */
#include <string.h>
#include "../luck.h"

enum { CARDS = 13, MOST = 8 };

/* Plays so many games from a seed on; gives how many bids there were, and how many points were won in all. */
int64_t play(uint64_t seed, int64_t games, int players, int64_t *score) {
    int64_t asked = 0;
    *score = 0;
    for (uint64_t end = seed + (uint64_t)games; seed != end; seed++) {
        Luck luck = luck_of(seed), bot = luck_of(seed + 1000000007u);
        int prizes[CARDS], hands[MOST][CARDS], bids[MOST], points[MOST] = {0};
        for (int card = 0; card < CARDS; card++) {
            prizes[card] = card + 1;
            for (int seat = 0; seat < players; seat++) hands[seat][card] = card + 1;
        }
        shuffle(&luck, prizes, CARDS);
        for (int round = 0; round < CARDS; round++) {
            int left = CARDS - round, best = 0, holders = 0, winner = 0;
            for (int seat = 0; seat < players; seat++) {
                int place = answer(&bot, left, 0), *hand = hands[seat];
                bids[seat] = hand[place];
                memmove(hand + place, hand + place + 1, (size_t)(left - place - 1) * sizeof *hand);
                asked++;
            }
            for (int seat = 0; seat < players; seat++) {
                if (bids[seat] > best) best = bids[seat], holders = 1, winner = seat;
                else if (bids[seat] == best) holders++;
            }
            if (holders == 1) points[winner] += prizes[round];
        }
        for (int seat = 0; seat < players; seat++) *score += points[seat];
    }
    return asked;
}
