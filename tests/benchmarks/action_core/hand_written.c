/* The same game as game.bylaws beside it, written by hand in plain C; the same games as hand_written.py. */
#include "../luck.h"

enum { SUPPORT, OPPOSE, ABSTAIN, POLITICS, STANCES, MOST = 6 };
static const int CARDS[] = {4, 6, 10, 14, 22, 26, 34, 38, 46, 58, 62, 74, 82, 86, 94, 106, 118, 122};

typedef struct {
    int players, asked, first, leader, cards;
    int stance[MOST], has[2][MOST], pot[2], projects[3 * MOST];
    Luck luck, bot;
} Game;

static int ask(Game *g, int count, int can_pass) {
    g->asked++;
    return answer(&g->bot, count + can_pass, can_pass);
}

static int says_yes(Game *g, int seat) { return seat >= 0 && ask(g, 1, 1) == 0; }

static int auction(Game *g, int opener, int doubled) {
    int bids[MOST] = {0}, active[MOST], left = g->players, standing = 0, holder = -1;
    for (int seat = 0; seat < g->players; seat++) active[seat] = 1;
    for (int seat = opener; left > 1 || (left && holder < 0); seat = (seat + 1) % g->players) {
        if (!active[seat] || seat == holder) continue;
        int factor = doubled && g->stance[seat] == POLITICS ? 2 : 1, least = standing / factor + 1;
        int options = g->has[1][seat] - least + 1, place = options > 0 ? ask(g, options, 1) : options;
        if (options > 0 && place < options) {
            bids[seat] = least + place;
            standing = bids[seat] * factor;
            holder = seat;
        } else {
            active[seat] = 0;
            left--;
        }
    }
    for (int seat = 0; seat < g->players; seat++) g->has[1][seat] -= bids[seat];
    return holder;
}

static void pay(Game *g, int kind, int seat, int amount) {
    g->pot[kind] -= amount;
    g->has[kind][seat] += amount;
}

static void share(Game *g, int kind, int stance, int without) {
    int count = 0;
    for (int seat = 0; seat < g->players; seat++) count += g->stance[seat] == stance && seat != without;
    if (!count) return;
    int part = g->pot[kind] / count;
    for (int seat = 0; seat < g->players; seat++)
        if (g->stance[seat] == stance && seat != without) pay(g, kind, seat, part);
}

static void rest(Game *g, int kind) {
    share(g, kind, ABSTAIN, -1);
    pay(g, kind, g->leader, g->pot[kind]);
}

static void turn(Game *g) {
    int n = g->players, size = g->projects[--g->cards], leaders[MOST], counts[STANCES] = {0};
    if (says_yes(g, auction(g, g->first, 0))) {
        g->projects[g->cards++] = size;
        shuffle(&g->luck, g->projects, g->cards);
        size = g->projects[--g->cards];
    }
    for (int seat = 0; seat < n; seat++) leaders[seat] = seat;
    shuffle(&g->luck, leaders, n);
    if (says_yes(g, auction(g, g->first, 0))) shuffle(&g->luck, leaders, n);
    g->leader = leaders[n - 1];
    for (int k = 0; k < n; k++) g->stance[(g->leader + k) % n] = ask(g, STANCES, 0);
    int changer = auction(g, g->leader, 0);
    if (changer >= 0) {
        int others[MOST], count = 0;
        for (int seat = 0; seat < n; seat++)
            if (seat != changer && seat != g->leader) others[count++] = seat;
        int place = ask(g, count, 1);
        if (place < count) g->stance[others[place]] = ask(g, STANCES, 0);
    }
    for (int kind = 0; kind < 2; kind++) g->pot[kind] += size;
    for (int seat = 0; seat < n; seat++) {
        counts[g->stance[seat]]++;
        if (g->stance[seat] == POLITICS) g->has[1][seat] += n;
    }
    if (counts[SUPPORT] > counts[OPPOSE]) {
        for (int kind = 0; kind < 2; kind++) {
            pay(g, kind, g->leader, g->pot[kind] / 2);
            share(g, kind, SUPPORT, g->leader);
            rest(g, kind);
        }
    } else if (!says_yes(g, auction(g, g->leader, 1))) {
        for (int kind = 0; kind < 2; kind++) {
            share(g, kind, OPPOSE, g->leader);
            rest(g, kind);
        }
    }
    g->first = (g->first + 1) % n;
}

/* Plays so many games from a seed on; gives how many questions there were, and how much money there is in the end. */
int64_t play(uint64_t seed, int64_t games, int players, int64_t *score) {
    int64_t asked = 0;
    *score = 0;
    for (uint64_t end = seed + (uint64_t)games; seed != end; seed++) {
        Game g = {.players = players, .luck = luck_of(seed), .bot = luck_of(seed + 1000000007u)};
        int deck = 3 * players;
        for (int card = 0; card < deck; card++) g.projects[card] = CARDS[card];
        shuffle(&g.luck, g.projects, deck);
        g.cards = 2 * players;
        for (int seat = 0; seat < players; seat++) {
            g.has[0][seat] = 100 * players;
            g.has[1][seat] = players;
        }
        g.first = below(&g.luck, players);
        while (g.cards) turn(&g);
        asked += g.asked;
        for (int seat = 0; seat < players; seat++) *score += g.has[0][seat];
    }
    return asked;
}
