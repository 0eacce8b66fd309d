/**
 * The shapes that cross the wire (PROTOCOL) and the few that the client adds, as JSDoc types. No code.
 *
 * Cards are text, rank then suit ("TH"); "??" is a card whose face the receiver may not know.
 * Piles are named as in moves: "S", "T1".."T7", "R1".."R7", "F".
 */

/**
 * @typedef {"C"|"D"|"H"|"S"} Suit
 * @typedef {"bernauer"|"sorel"} Game
 */
/**
 * @typedef {"waiting"|"playing"|"won"|"blocked"|"gave_up"|"timed_out"} Status
 * @typedef {"lobby"|"countdown"|"study"|"running"|"finished"} RaceState
 */
/** @typedef {"live"|"delayed"|"finished"} Watch */
/** @typedef {"calm"|"keen"|"strong"} Level */

/**
 * @typedef {object} Options
 * @property {boolean} redeal
 * @property {boolean} face_down
 * @property {string|null} base
 * @property {boolean} time_bonus
 */

/**
 * @typedef {object} Player one seat of a race; `t_ms` is when the score was reached
 * @property {string} id
 * @property {string} name
 * @property {number} seat
 * @property {boolean} bot
 * @property {Level|null} [level] how a bot plays
 * @property {boolean} [alike] another name in this race looks the same
 * @property {boolean} connected
 * @property {boolean} ready
 * @property {number} score
 * @property {number} bonus
 * @property {number} t_ms
 * @property {Status} status
 * @property {number|null} rank
 * @property {number} opened
 * @property {number} rows
 */

/**
 * @typedef {object} Race
 * @property {string} id
 * @property {Game} game
 * @property {Options} options
 * @property {RaceState} state
 * @property {number} seats
 * @property {Player[]} players
 * @property {string|null} host
 * @property {"public"|"private"} visibility
 * @property {Watch} watch
 * @property {string} commitment
 * @property {number|null} starts_at when moves begin to count, ms by the server's clock
 * @property {number|null} ends_at
 * @property {string|null} deal
 * @property {string|null} nonce
 * @property {string|null} rematch the id of the race that follows
 * @property {number} [study_s] this and the following two may be missing
 * @property {number|null} [time_limit_s]
 * @property {string|null} [link] the address to send to friends, where the server knows a better one than ours
 * @property {boolean} [winnable] its deal is proved so
 * @property {boolean} [closing] somebody has won, or one board is left: the others have little time
 * @property {number|null} [starts_by] when a lobby starts by itself
 * @property {Match|null} [match]
 * @property {{date: string, game: string, closes_at: number}|null} [daily] this is somebody's run of that day's deal
 */

/**
 * @typedef {object} Match deal `number` of `of`, from 1; the rest counts the finished deals, by player
 * @property {number} of
 * @property {number} number
 * @property {Record<string, number>} points
 * @property {Record<string, number>} times ms
 * @property {Record<string, number>} ranks
 * @property {number|null} next_at when the next deal follows by itself
 */

/**
 * @typedef {object} Story a finished race told; times in ms on the boards' clocks
 * @property {{player: string, points: [number, number][]}[]} lines when each score was reached
 * @property {{t_ms: number, player: string}[]} leads who led alone from then on
 * @property {{player: string, cards: number, from_ms: number, to_ms: number}|null} best_run
 */

/**
 * @typedef {object} Looked a board of a finished race looked through by the solver
 * @property {string} player
 * @property {import("./lookback.js").Verdict[]} positions by the number of moves made
 * @property {number|null} lost_at the move that lost the win for good
 * @property {string|null} move that move
 * @property {string[]|null} line wins from the position before it
 */

/** @typedef {{complete: boolean, boards: Looked[]}} Analysis what is known by now */

/**
 * @typedef {object} Board one player's board as this receiver may see it
 * @property {string} player
 * @property {number} n moves accepted so far
 * @property {number} t_ms
 * @property {string} base a rank
 * @property {Record<Suit, number>} foundations how many cards lie on each
 * @property {string[][]} tableau seven columns, innermost card first
 * @property {string[][]} reserve seven piles, or none
 * @property {number} stock cards not yet dealt
 * @property {string[]} open_stock the last two of Sorel, in dealing order
 * @property {number} redeals
 * @property {number} score
 * @property {Status} status
 * @property {string[]} [legal] only on one's own board
 * @property {boolean} [finish] on one's own board: moves to the foundations alone win from here
 * @property {boolean} [nothing_more] it is proved that the score cannot rise any more
 */

/**
 * @typedef {{from: string, to: string, cards: string[]}} Step
 * @typedef {{pile: string, card: string}} Turned
 */

/**
 * @typedef {object} Moved an accepted move
 * @property {"moved"} type
 * @property {string} player
 * @property {number} n
 * @property {string} move
 * @property {Step[]} steps
 * @property {Turned[]} turned
 * @property {number} score
 * @property {Status} status
 * @property {number} t_ms
 * @property {string[]} [legal]
 * @property {boolean} [finish]
 */

/**
 * @typedef {object} Score
 * @property {"score"} type
 * @property {number} seq
 * @property {string} player
 * @property {number} score
 * @property {number} bonus
 * @property {Status} status
 * @property {number} t_ms
 * @property {number|null} rank
 * @property {number} opened
 * @property {number} rows
 * @property {boolean} [merged]
 */

/**
 * @typedef {{type: "welcome", seq: number, now: number, you: unknown, race: Race, board: Board|null}} Welcome
 * @typedef {{type: "board"} & Board} BoardMessage
 */
/**
 * @typedef {{type: "rejected", n: number|null, move: string|null, reason: string, rule?: string|null}} Rejected
 * @typedef {{type: "refused", of: string, reason: string, detail: string}} Refused
 */
/**
 * @typedef {{type: "race", seq: number, change: string, race: Race, merged?: boolean}} RaceChange
 * @typedef {{type: "presence", player: string, connected: boolean}} Presence
 */
/**
 * @typedef {{type: "watchers", count: number}} Watchers
 * @typedef {{type: "problem", reason: string, detail: string}} ProblemMessage
 */
/**
 * @typedef {{rank: number|null, player: string, name: string, score: number, t_ms: number|null}} Leader
 * @typedef {{type: "leaders", top: Leader[], yours: import("./day.js").Yours|null, total: number}} Leaders
 */
/**
 * @typedef {{type: "nothing_more", player: string, n: number}} NothingMore
 * @typedef {{type: "pulse", player: string}} Pulse
 */
/** @typedef {Leaders|Pulse|NothingMore|Welcome|BoardMessage|Moved|Rejected|Refused|Score|RaceChange|Presence|Watchers|ProblemMessage} Message */

/** @typedef {{id: string, name: string}} Me */

/**
 * @typedef {object} Listed a race in the public list
 * @property {string} id
 * @property {Game} game
 * @property {Options} options
 * @property {RaceState} state
 * @property {number} seats
 * @property {number} taken
 * @property {string|null} host
 * @property {string|null} [host_name]
 * @property {number} bots of those who have taken seats; they make room for people
 * @property {number} deals of the match
 * @property {{player: string, name: string, score: number}[]} best the first few, leader first; nobody before there are scores
 * @property {number} made_at
 * @property {number|null} [starts_by] when it starts by itself
 */

export {};
