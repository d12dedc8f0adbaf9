/* Chance as in docs/chance.md: a whole number that gives away its upper half. And the player of all benchmarks. */
#include <stdint.h>

typedef struct { uint64_t state; } Luck;

static inline Luck luck_of(uint64_t seed) {
    uint64_t z = seed * 0x9E3779B97F4A7C15u + 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (Luck){z ^ (z >> 31)};
}

static inline int below(Luck *luck, int count) {
    luck->state = luck->state * 6364136223846793005u + 1442695040888963407u;
    return (int)((luck->state >> 32) * (uint64_t)count >> 32);
}

static inline void shuffle(Luck *luck, int *items, int count) {
    for (int last = count - 1; last > 0; last--) {
        int other = below(luck, last + 1), item = items[last];
        items[last] = items[other];
        items[other] = item;
    }
}

/* Passes with chance 1/2 where that is possible, which is then the last of so many options; else chooses evenly. */
static inline int answer(Luck *bot, int count, int can_pass) {
    if (can_pass && (count == 1 || below(bot, 2))) return count - 1;
    return below(bot, count - can_pass);
}
