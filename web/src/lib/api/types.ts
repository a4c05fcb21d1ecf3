// Written by `cargo xtask gen` from crates/protocol. Do not edit.

export type TableId = string;

export type GameId = string;

export type PlayerId = string;

export type MessageId = string;

export type TokenId = string;

export type ReportId = string;

export type ChallengeId = string;

export type Seat = number;

export type Side = "white" | "black";

export type Time = { "kind": "none" } | { "kind": "total", 
/**
 * Seconds for the whole game.
 */
seconds: number, 
/**
 * Seconds added after each own turn.
 */
increment: number, } | { "kind": "days", 
/**
 * Days for a turn.
 */
days: number, };

export type Colours = "random" | "chosen" | "host";

export type Log = "on" | "link" | "off";

export type Setup = { 
/**
 * The game's id: `yinsh`, `y`, …
 */
game: string, 
/**
 * Its own options, all of them.
 */
options: { [key in string]: string }, 
/**
 * The clock.
 */
time: Time, 
/**
 * Whether the turns are kept when the game is over.
 */
log: boolean, 
/**
 * Whether anybody finds the finished game in the archive. Tables that were opened before this field was there list
 * their games if they are `public`.
 */
listed?: boolean, 
/**
 * Whether the lobby shows the table; otherwise only its link leads there.
 */
public: boolean, 
/**
 * How colours are given.
 */
colours: Colours, 
/**
 * One browser plays all seats.
 */
hotseat: boolean, 
/**
 * Whether pairing has opened the table; then the game starts by itself as soon as the seats are taken.
 */
quick: boolean, 
/**
 * Whether the game starts by itself as soon as the seats are taken, although a player opened the table.
 */
autostart?: boolean, 
/**
 * Whether games count for the players' ratings.
 */
rated?: boolean, 
/**
 * The position games begin from, as a set-up, unless that is the usual start.
 */
from?: string, 
/**
 * The tournament whose game is played here.
 */
tournament?: TournamentId, };

export type OpenTable = { 
/**
 * The game's id: `yinsh`, `y`, …
 */
game: string, 
/**
 * Its options; missing ones have their defaults.
 */
options: { [key in string]: string }, 
/**
 * The clock.
 */
time: Time, 
/**
 * Whether the turns are kept, and who finds the game; `on` by default.
 */
log?: Log, 
/**
 * Whether the lobby shows it; false by default.
 */
public: boolean, 
/**
 * How colours are given: chosen if a seat is requested, otherwise random.
 */
colours?: Colours, 
/**
 * One browser plays all seats.
 */
hotseat: boolean, 
/**
 * The seat of the host, from 1; 0 for none; 1 by default.
 */
seat?: number, 
/**
 * Engines at the other seats: a level for each.
 */
engines: Array<number>, 
/**
 * Start at once if the seats are taken.
 */
start: boolean, 
/**
 * Start by itself as soon as the seats are taken, before the first game.
 */
autostart: boolean, 
/**
 * Whether games count for the players' ratings: accounts only, from the usual start, without engines and take back.
 */
rated: boolean, 
/**
 * The position the game begins from, as a set-up, unless that is the usual start.
 */
from?: string, };

export type SeatChoice = number | string;

export type State = "open" | "running" | "finished" | "closed";

export type Outcome = { 
/**
 * The winning colour; none is a draw, or no result if it was aborted.
 */
winner: Side | null, 
/**
 * Why, in a stable English word or two.
 */
reason: string, 
/**
 * Why, for players.
 */
words: Words, 
/**
 * The end in one sentence; none for a reason the server does not know.
 */
sentences?: Sentences, };

export type Sentences = { 
/**
 * For the winner.
 */
winner: Words, 
/**
 * For the loser.
 */
loser: Words, 
/**
 * To everybody else.
 */
others: Words, };

export type RatingView = { 
/**
 * The rating; newcomers begin at 1500.
 */
value: number, 
/**
 * How uncertain it is: the true strength is within twice this in 19 of 20 cases.
 */
deviation: number, 
/**
 * Whether it is still too uncertain to be relied on; it is shown with a question mark then.
 */
provisional?: boolean, };

export type RatingChange = { 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The rating before the game.
 */
before: RatingView, 
/**
 * The rating after it.
 */
after: RatingView, };

export type RatingClassView = { 
/**
 * Its id: that of the game, or `yinsh-blitz`, `y-small`, `zen-match`, …
 */
id: string, 
/**
 * Its name, that of the game included.
 */
name: Words, };

export type Leaderboard = { 
/**
 * The rating class.
 */
class: RatingClassView, 
/**
 * Its game.
 */
game: string, 
/**
 * The players, the best first.
 */
players: Array<RankedPlayer>, };

export type RankedPlayer = { 
/**
 * Who, with the rating.
 */
player: Profile, 
/**
 * How many rated games.
 */
games: number, 
/**
 * How many of them were won.
 */
won: number, 
/**
 * How many of them were lost.
 */
lost: number, };

export type PlayerRatings = { 
/**
 * The player.
 */
player: Profile, 
/**
 * In every rating class in which the player has played a rated game, the most played first.
 */
ratings: Array<ClassRating>, };

export type ClassRating = { 
/**
 * The rating class.
 */
class: RatingClassView, 
/**
 * Its game.
 */
game: string, 
/**
 * The rating now.
 */
rating: RatingView, 
/**
 * How many rated games.
 */
games: number, 
/**
 * How many of them were won.
 */
won: number, 
/**
 * How many of them were lost.
 */
lost: number, };

export type RatingHistory = { 
/**
 * The rating class.
 */
class: RatingClassView, 
/**
 * The games, the earliest first.
 */
points: Array<RatingPoint>, 
/**
 * Where the page of earlier games begins: give it back as `before`.
 */
next: string | null, };

export type RatingPoint = { 
/**
 * The game.
 */
game: GameId, 
/**
 * When it ended, milliseconds since 1970.
 */
at: number, 
/**
 * The rating after it.
 */
rating: RatingView, };

export type RatedGameLine = { 
/**
 * The id of the rating class.
 */
class: string, 
/**
 * The game.
 */
game: GameId, 
/**
 * When it ended, milliseconds since 1970.
 */
at: number, 
/**
 * The rating before it.
 */
before: RatingView, 
/**
 * The rating after it.
 */
after: RatingView, };

export type PuzzleDay = { 
/**
 * Accounts that tried it.
 */
tried: number, 
/**
 * Accounts that solved it at their first try.
 */
solved: number, };

export type PuzzleThemeView = { 
/**
 * Its id: `several-ways`, `capture`, …
 */
id: string, 
/**
 * Its name.
 */
name: Words, };

export type PuzzleRecord = { 
/**
 * The rating.
 */
rating: RatingView, 
/**
 * Puzzles tried.
 */
tried: number, 
/**
 * Puzzles solved at the first try.
 */
solved: number, 
/**
 * Puzzles solved at the first try since the last one that was not.
 */
streak: number, 
/**
 * The longest streak.
 */
best_streak: number, };

export type PuzzleRated = { 
/**
 * One's rating before it.
 */
before: RatingView, 
/**
 * How one stands after it.
 */
record: PuzzleRecord, 
/**
 * The rating of the puzzle after it.
 */
puzzle: RatingView, };

export type PuzzleTryLine = { 
/**
 * The puzzle.
 */
puzzle: string, 
/**
 * When, milliseconds since 1970.
 */
at: number, 
/**
 * Whether it was solved.
 */
solved: boolean, 
/**
 * The value of one's rating before it.
 */
before: number, 
/**
 * And after it.
 */
after: number, };

export type SeatView = { 
/**
 * From 1.
 */
seat: Seat, 
/**
 * Who sits there.
 */
sitter: Sitter | null, 
/**
 * The colour it plays, once that is known.
 */
side: Side | null, 
/**
 * Whether the player of the seat is connected.
 */
present: boolean, };

export type OfferView = { 
/**
 * The number of its event: say it with the answer, and a stale answer does no harm.
 */
n: number, 
/**
 * The seat that offers; none if the request comes from a player without a seat.
 */
by: Seat | null, 
/**
 * The offer.
 */
offer: Offer, 
/**
 * Seats that have not answered yet.
 */
waits_for: Array<Seat>, };

export type Absence = { 
/**
 * The seat.
 */
seat: Seat, 
/**
 * From when (milliseconds, server time) the opponent may claim the game, on the absent side's turn.
 */
claim_at: number, };

export type SeatVacation = { 
/**
 * The seat.
 */
seat: Seat, 
/**
 * Until when, milliseconds since 1970.
 */
until: number, };

export type TurnFacts = { 
/**
 * The colour that played it; none for a line that opens a round.
 */
by: Side | null, 
/**
 * The number of pieces it captured, if any.
 */
captured?: number, };

export type GameView = { 
/**
 * 1, 2, … at this table.
 */
number: number, 
/**
 * Its id, for links and the archive.
 */
id: GameId, 
/**
 * The turns so far as the viewer may read them; `round 2` opens a round.
 */
turns: Array<string>, 
/**
 * Facts about each of `turns`, in the same order.
 */
facts: Array<TurnFacts>, 
/**
 * The position.
 */
scene: Scene, 
/**
 * The offer on the table.
 */
offer: OfferView | null, 
/**
 * Seats that wish to resign and wait for their partner.
 */
resigning: Array<Seat>, 
/**
 * Whether the clocks stand by agreement.
 */
paused: boolean, 
/**
 * Who is missing.
 */
absent: Array<Absence>, 
/**
 * Who is on vacation.
 */
vacations?: Array<SeatVacation>, 
/**
 * How it ended.
 */
outcome: Outcome | null, 
/**
 * What it changed, by seat, if it was rated and is over.
 */
ratings?: Array<RatingChange>, };

export type TableView = { 
/**
 * Its id, which is also its link.
 */
id: TableId, 
/**
 * The number of its last event.
 */
head: number, 
/**
 * Where it stands.
 */
state: State, 
/**
 * What was agreed.
 */
setup: Setup, 
/**
 * Who opened it.
 */
host: Profile, 
/**
 * The seats.
 */
seats: Array<SeatView>, 
/**
 * The seats of the viewer, from 1.
 */
yours: Array<Seat>, 
/**
 * The running game, or the last one.
 */
game: GameView | null, 
/**
 * Earlier games at this table, the last 100 of them, first to last.
 */
earlier: Array<GameId>, 
/**
 * Rooms the viewer has switched off.
 */
silenced: Array<Room>, 
/**
 * How many watch.
 */
watching: number, 
/**
 * Server time, milliseconds since 1970.
 */
now: number, };

export type NewTableLink = { 
/**
 * The table.
 */
table: TableId, 
/**
 * Its link.
 */
link: string, };

export type Ack = { 
/**
 * The number of the event it made.
 */
n: number, };

export type EventsPage = { 
/**
 * The events, in order, without gaps.
 */
events: Array<EventView>, 
/**
 * The number of the table's last event.
 */
head: number, 
/**
 * The clocks of the running game.
 */
clocks: Clocks | null, };

export type ArchivedGame = { 
/**
 * Its id.
 */
id: GameId, 
/**
 * The table it was played at, if the viewer may know.
 */
table: TableId | null, 
/**
 * The game.
 */
game: string, 
/**
 * Who played which colour: seat 1, 2, …
 */
players: Array<[Side, Sitter]>, 
/**
 * How it ended.
 */
outcome: Outcome, 
/**
 * When it began, milliseconds since 1970.
 */
started: number, 
/**
 * When it ended.
 */
ended: number, 
/**
 * How many turns.
 */
turns: number, 
/**
 * What it changed, by seat, if it was rated.
 */
ratings?: Array<RatingChange>, 
/**
 * The record as text; none if the game was played without a log.
 */
record: string | null, };

export type Command = { "do": "join", 
/**
 * Which seat; the first free one by default.
 */
seat?: SeatChoice, } | { "do": "leave" } | { "do": "engine", 
/**
 * The seat for the engine.
 */
seat: SeatChoice, 
/**
 * 1 to 8.
 */
level: number, } | { "do": "free", 
/**
 * The seat to free.
 */
seat: SeatChoice, } | { "do": "move", 
/**
 * From which seat.
 */
from: SeatChoice, 
/**
 * To which.
 */
to: SeatChoice, } | { "do": "option", 
/**
 * Its name: `game`, `time`, `increment`, `days`, `log`, `public`, `colours`, or one of the game's own.
 */
name: string, 
/**
 * Its value.
 */
value: string, } | { "do": "start" } | { "do": "play", 
/**
 * The number of the game at this table, from 1.
 */
game: number, 
/**
 * The number of the turn, from 1. In a simultaneous set-up every player's turn is 1; at a hot seat, where
 * one player writes for both sides, Black's is 1 and White's 2.
 */
turn: number, 
/**
 * The turn in notation.
 */
text: string, } | { "do": "resign" } | { "do": "draw" } | { "do": "takeback" } | { "do": "pause" } | { "do": "resume" } | { "do": "abort" } | { "do": "claim", 
/**
 * A win or a draw.
 */
what: Claim, } | { "do": "rematch" } | { "do": "accept", 
/**
 * The number of the offer's event; the pending one by default.
 */
offer?: number, } | { "do": "refuse", 
/**
 * The number of the offer's event; the pending one by default.
 */
offer?: number, } | { "do": "time", 
/**
 * To which seat.
 */
seat: SeatChoice, 
/**
 * How many seconds.
 */
seconds: number, } | { "do": "silence", 
/**
 * Which room.
 */
room: Room, 
/**
 * Hidden or not.
 */
off: boolean, } | { "do": "close" };

export type Claim = "win" | "draw";

export type Request = { 
/**
 * Any text of up to 64 characters, new for each thing to do.
 */
id?: string, } & ({ "do": "join", 
/**
 * Which seat; the first free one by default.
 */
seat?: SeatChoice, } | { "do": "leave" } | { "do": "engine", 
/**
 * The seat for the engine.
 */
seat: SeatChoice, 
/**
 * 1 to 8.
 */
level: number, } | { "do": "free", 
/**
 * The seat to free.
 */
seat: SeatChoice, } | { "do": "move", 
/**
 * From which seat.
 */
from: SeatChoice, 
/**
 * To which.
 */
to: SeatChoice, } | { "do": "option", 
/**
 * Its name: `game`, `time`, `increment`, `days`, `log`, `public`, `colours`, or one of the game's own.
 */
name: string, 
/**
 * Its value.
 */
value: string, } | { "do": "start" } | { "do": "play", 
/**
 * The number of the game at this table, from 1.
 */
game: number, 
/**
 * The number of the turn, from 1. In a simultaneous set-up every player's turn is 1; at a hot seat, where
 * one player writes for both sides, Black's is 1 and White's 2.
 */
turn: number, 
/**
 * The turn in notation.
 */
text: string, } | { "do": "resign" } | { "do": "draw" } | { "do": "takeback" } | { "do": "pause" } | { "do": "resume" } | { "do": "abort" } | { "do": "claim", 
/**
 * A win or a draw.
 */
what: Claim, } | { "do": "rematch" } | { "do": "accept", 
/**
 * The number of the offer's event; the pending one by default.
 */
offer?: number, } | { "do": "refuse", 
/**
 * The number of the offer's event; the pending one by default.
 */
offer?: number, } | { "do": "time", 
/**
 * To which seat.
 */
seat: SeatChoice, 
/**
 * How many seconds.
 */
seconds: number, } | { "do": "silence", 
/**
 * Which room.
 */
room: Room, 
/**
 * Hidden or not.
 */
off: boolean, } | { "do": "close" });

export type Sitter = { "player": Profile } | { "engine": number } | { "named": string };

export type Offer = { "kind": "draw" } | { "kind": "takeback", 
/**
 * Turns that would be left.
 */
turns: number, } | { "kind": "pause" } | { "kind": "resume" } | { "kind": "rematch" } | { "kind": "replace", 
/**
 * Which seat.
 */
seat: Seat, 
/**
 * The player who wants the seat.
 */
newcomer: Profile, };

export type Event = { "type": "opened", 
/**
 * What was agreed.
 */
setup: Setup, 
/**
 * The player who opened it.
 */
host: Profile, } | { "type": "changed", 
/**
 * Everything that is agreed now.
 */
setup: Setup, } | { "type": "seated", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The player or engine on it.
 */
sitter: Sitter, } | { "type": "freed", 
/**
 * The seat that is free now.
 */
seat: Seat, } | { "type": "started", 
/**
 * 1, 2, … at this table.
 */
number: number, 
/**
 * Its id.
 */
game: GameId, 
/**
 * The colour of each seat.
 */
sides: Array<Side>, 
/**
 * The game's options, with what was left to chance drawn.
 */
options: { [key in string]: string }, 
/**
 * The seats that have to act, from 1.
 */
acts: Array<Seat>, 
/**
 * What each seat has on its clock, in milliseconds; nothing without clocks.
 */
left: Array<number>, } | { "type": "played", 
/**
 * Its number, from 1.
 */
turn: number, 
/**
 * The seat that played it.
 */
seat: Seat, 
/**
 * The turn, as the viewer may read it.
 */
text: string, 
/**
 * The seats that have to act now; none if the game or the round has ended.
 */
acts: Array<Seat>, 
/**
 * What each seat has on its clock.
 */
left: Array<number>, } | { "type": "round", 
/**
 * 2, 3, …
 */
number: number, 
/**
 * Points of White and Black so far.
 */
points: [number, number], 
/**
 * The seats that have to act.
 */
acts: Array<Seat>, } | { "type": "offered", 
/**
 * By which seat.
 */
by: Seat | null, 
/**
 * The offer.
 */
offer: Offer, } | { "type": "agreed", 
/**
 * Which seat.
 */
seat: Seat, } | { "type": "declined", 
/**
 * By which seat.
 */
seat: Seat | null, } | { "type": "takenback", 
/**
 * How many turns are left.
 */
turns: number, 
/**
 * The seats that have to act now.
 */
acts: Array<Seat>, 
/**
 * What each seat has on its clock.
 */
left: Array<number>, } | { "type": "paused", 
/**
 * What each seat has on its clock.
 */
left: Array<number>, } | { "type": "resumed", 
/**
 * What each seat has on its clock.
 */
left: Array<number>, } | { "type": "vacation", 
/**
 * Which seat.
 */
seat: Seat, 
/**
 * Until when, milliseconds since 1970.
 */
until: number, 
/**
 * What each seat has on its clock.
 */
left: Array<number>, } | { "type": "gift", 
/**
 * Who got it.
 */
to: Seat, 
/**
 * How much.
 */
seconds: number, 
/**
 * What each seat has on its clock.
 */
left: Array<number>, } | { "type": "resigning", 
/**
 * Which seat.
 */
seat: Seat, } | { "type": "absent", 
/**
 * Which seat.
 */
seat: Seat, 
/**
 * When the opponent may claim the game.
 */
claim_at: number, } | { "type": "back", 
/**
 * Which seat.
 */
seat: Seat, } | { "type": "ended", 
/**
 * The result.
 */
outcome: Outcome, 
/**
 * What each seat has on its clock.
 */
left: Array<number>, } | { "type": "silenced", 
/**
 * Which seat.
 */
seat: Seat, 
/**
 * Which room.
 */
room: Room, 
/**
 * Hidden or shown again.
 */
off: boolean, } | { "type": "closed" } | { "type": "hidden" };

export type EventView = { 
/**
 * Its number at the table, from 1, without gaps.
 */
n: number, 
/**
 * When, milliseconds since 1970, server time.
 */
at: number, } & ({ "type": "opened", 
/**
 * What was agreed.
 */
setup: Setup, 
/**
 * The player who opened it.
 */
host: Profile, } | { "type": "changed", 
/**
 * Everything that is agreed now.
 */
setup: Setup, } | { "type": "seated", 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The player or engine on it.
 */
sitter: Sitter, } | { "type": "freed", 
/**
 * The seat that is free now.
 */
seat: Seat, } | { "type": "started", 
/**
 * 1, 2, … at this table.
 */
number: number, 
/**
 * Its id.
 */
game: GameId, 
/**
 * The colour of each seat.
 */
sides: Array<Side>, 
/**
 * The game's options, with what was left to chance drawn.
 */
options: { [key in string]: string }, 
/**
 * The seats that have to act, from 1.
 */
acts: Array<Seat>, 
/**
 * What each seat has on its clock, in milliseconds; nothing without clocks.
 */
left: Array<number>, } | { "type": "played", 
/**
 * Its number, from 1.
 */
turn: number, 
/**
 * The seat that played it.
 */
seat: Seat, 
/**
 * The turn, as the viewer may read it.
 */
text: string, 
/**
 * The seats that have to act now; none if the game or the round has ended.
 */
acts: Array<Seat>, 
/**
 * What each seat has on its clock.
 */
left: Array<number>, } | { "type": "round", 
/**
 * 2, 3, …
 */
number: number, 
/**
 * Points of White and Black so far.
 */
points: [number, number], 
/**
 * The seats that have to act.
 */
acts: Array<Seat>, } | { "type": "offered", 
/**
 * By which seat.
 */
by: Seat | null, 
/**
 * The offer.
 */
offer: Offer, } | { "type": "agreed", 
/**
 * Which seat.
 */
seat: Seat, } | { "type": "declined", 
/**
 * By which seat.
 */
seat: Seat | null, } | { "type": "takenback", 
/**
 * How many turns are left.
 */
turns: number, 
/**
 * The seats that have to act now.
 */
acts: Array<Seat>, 
/**
 * What each seat has on its clock.
 */
left: Array<number>, } | { "type": "paused", 
/**
 * What each seat has on its clock.
 */
left: Array<number>, } | { "type": "resumed", 
/**
 * What each seat has on its clock.
 */
left: Array<number>, } | { "type": "vacation", 
/**
 * Which seat.
 */
seat: Seat, 
/**
 * Until when, milliseconds since 1970.
 */
until: number, 
/**
 * What each seat has on its clock.
 */
left: Array<number>, } | { "type": "gift", 
/**
 * Who got it.
 */
to: Seat, 
/**
 * How much.
 */
seconds: number, 
/**
 * What each seat has on its clock.
 */
left: Array<number>, } | { "type": "resigning", 
/**
 * Which seat.
 */
seat: Seat, } | { "type": "absent", 
/**
 * Which seat.
 */
seat: Seat, 
/**
 * When the opponent may claim the game.
 */
claim_at: number, } | { "type": "back", 
/**
 * Which seat.
 */
seat: Seat, } | { "type": "ended", 
/**
 * The result.
 */
outcome: Outcome, 
/**
 * What each seat has on its clock.
 */
left: Array<number>, } | { "type": "silenced", 
/**
 * Which seat.
 */
seat: Seat, 
/**
 * Which room.
 */
room: Room, 
/**
 * Hidden or shown again.
 */
off: boolean, } | { "type": "closed" } | { "type": "hidden" });

export type Words = { 
/**
 * English.
 */
en: string, 
/**
 * French.
 */
fr: string, };

export type PlacedPiece = { 
/**
 * The point, by its place in the board's list.
 */
at: number, 
/**
 * `stone`, `ring`, `marker`, `alien`, `amazon`, `pawn`, `zen`.
 */
piece: string, 
/**
 * The side it belongs to; missing for a neutral piece.
 */
side?: Side, };

export type Tray = { 
/**
 * Whose; shared if nobody's.
 */
side: Side | null, 
/**
 * What the tray is.
 */
label: Words, 
/**
 * What lies in it.
 */
piece: string, 
/**
 * How many.
 */
count: number, };

export type Law = { 
/**
 * The side that wrote it.
 */
owner: Side, 
/**
 * 1 to 4.
 */
number: number, 
/**
 * Its text; none if it is secret to this viewer or not written yet.
 */
text: string | null, 
/**
 * Whether it lies face up.
 */
face_up: boolean, };

export type Note = { 
/**
 * The fact.
 */
text: Words, 
/**
 * The point it is about.
 */
at: number | null, };

export type Threat = { 
/**
 * The side that threatens.
 */
side: Side, 
/**
 * The points of the whole row.
 */
points: Array<number>, 
/**
 * The one of them where the side has nothing yet.
 */
missing: number, };

export type Clocks = { 
/**
 * What each seat has left, as of `at`.
 */
left: Array<number>, 
/**
 * The seats whose clocks run, from 1.
 */
running: Array<Seat>, 
/**
 * Server time at which this was so.
 */
at: number, 
/**
 * Server time at which the game is aborted unless its first turn is played, in a live game without any turn.
 */
abort_at?: number, };

export type Scene = { 
/**
 * The board's id.
 */
board: string, 
/**
 * How many turns have been played.
 */
turn: number, 
/**
 * Pieces on the board.
 */
pieces: Array<PlacedPiece>, 
/**
 * Pieces beside it.
 */
trays: Array<Tray>, 
/**
 * The laws of Yin Yang.
 */
laws: Array<Law>, 
/**
 * Facts that no piece shows.
 */
notes: Array<Note>, 
/**
 * Rows that lack one piece, in the games that are won by rows.
 */
threats: Array<Threat>, 
/**
 * Points of the last turn.
 */
last: Array<number>, 
/**
 * The number of pieces the last turn captured, if any.
 */
captured?: number, 
/**
 * The points that decided the game, once it is over: a chain, a row, a figure, pieces that cannot move.
 */
decisive?: Array<number>, 
/**
 * The colour of each seat; Y's swap changes it.
 */
sides: Array<Side>, 
/**
 * The seats that have to act, from 1.
 */
acts: Array<Seat>, 
/**
 * What the player to act has to do.
 */
prompt: Words, 
/**
 * Points of White and Black, where there is a match.
 */
points: [number, number] | null, 
/**
 * The clocks.
 */
clocks: Clocks | null, 
/**
 * For the viewer who has to act, if asked for: what may be touched, with what follows.
 */
next?: Array<Branch>, };

export type Touch = { "point": number } | { "word": string } | { "law": number } | { "text": string };

export type Change = { 
/**
 * The point.
 */
at: number, 
/**
 * What stands there now, from top to bottom; nothing if it is empty.
 */
pieces: Array<PlacedPiece>, };

export type Branch = { 
/**
 * What to touch.
 */
touch: Touch, 
/**
 * What it changes on the board.
 */
changes?: Array<Change>, 
/**
 * The whole turn in notation, if this completes it; if this is a text, that has to be added at its end.
 */
turn?: string, 
/**
 * Where the players announce check themselves (Zen): the turn plain, with `+` and with `#`, whether true or not.
 * A false announcement is refused. `turn` is the plain one.
 */
spellings?: Array<string>, 
/**
 * What has to be done next in the same turn, if that is another thing than before this touch.
 */
prompt?: Words, 
/**
 * What may be touched next.
 */
next?: Array<Branch>, 
/**
 * More follows than fits: ask for it.
 */
more?: boolean, };

export type GameCredits = { 
/**
 * Who invented it.
 */
inventors: Words, 
/**
 * Who publishes it; none if the inventor does.
 */
publisher: string | null, 
/**
 * What they reserve.
 */
reserved: Words, };

export type GameKind = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its name.
 */
name: Words, 
/**
 * In one sentence: what it is and how it is won.
 */
blurb: Words, 
/**
 * Who invented and published it, and what they reserve.
 */
credits: GameCredits, 
/**
 * How many may play it, the usual number first.
 */
seats: Array<SeatCount>, 
/**
 * The colour that begins; none if that is chosen or drawn.
 */
first: Side | null, 
/**
 * What may be chosen before the start.
 */
options: Array<GameOption>, 
/**
 * Its rating classes, that of the usual game first.
 */
rating_classes: Array<RatingClassView>, 
/**
 * The board of the usual start.
 */
board: string, 
/**
 * The pieces of a typical position on that board, for a picture of the game.
 */
sample: Array<PlacedPiece>, 
/**
 * The names of its pieces.
 */
pieces: { [key in string]: Words }, 
/**
 * Its pieces in each colour they come in, with the keys of set-ups that list their points.
 */
palette: Array<PaletteEntry>, 
/**
 * What the buttons say that play a word: `pass`, `swap`, `done`, …
 */
words: { [key in string]: Words }, 
/**
 * Whether an ordinary turn is a single placement throughout, so that one may be chosen in advance.
 */
placement: boolean, 
/**
 * The levels of its engine: 1 to this.
 */
levels: number, 
/**
 * The published rating of each level in the usual game, from matches between the levels.
 */
level_ratings: Array<number>, 
/**
 * The number of pages that can be printed to play it on paper.
 */
sheets: number, 
/**
 * The revision of its rules: a game that was played by other rules cannot be continued.
 */
revision: number, };

export type PaletteEntry = { 
/**
 * The key of a set-up that lists where such pieces are: `w`, `br`, `zen`, …
 */
key: string, 
/**
 * The kind of piece.
 */
piece: string, 
/**
 * Its colour; none if it belongs to nobody.
 */
side: Side | null, };

export type SeatCount = { 
/**
 * How many play.
 */
players: number, 
/**
 * The options that select this number.
 */
options: { [key in string]: string }, };

export type GameOption = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it means.
 */
about: Words, 
/**
 * Its default.
 */
default: string, 
/**
 * The words it may be, if it is one of a few.
 */
choices: Array<string> | null, 
/**
 * What each of these words says to a person.
 */
labels: { [key in string]: Words }, 
/**
 * The least and the most it may be, if it is a number.
 */
range: [number, number] | null, 
/**
 * What it may be, if it is neither.
 */
form: Words | null, };

export type BoardStyle = "lines" | "squares";

export type BoardPoint = { 
/**
 * Its name in notation.
 */
name: string, 
/**
 * To the right, in units of about one step; the centre of the board is at 0, 0.
 */
x: number, 
/**
 * Downwards.
 */
y: number, 
/**
 * The points it touches, clockwise, by their places in the list.
 */
neighbours: Array<number>, };

export type BoardData = { 
/**
 * Its id: `yinsh`, `kadon`, `triangle-13`, `zen`, `yinyang`.
 */
id: string, 
/**
 * What it is called.
 */
title: Words, 
/**
 * Crossings or squares.
 */
style: BoardStyle, 
/**
 * The points; everything else names them by their places in this list.
 */
points: Array<BoardPoint>, 
/**
 * The lines to draw, each once.
 */
lines: Array<[number, number]>, 
/**
 * Points marked on the printed board.
 */
marks: Array<number>, 
/**
 * By how many degrees the drawing may be turned so that the board lies on itself.
 */
rotations: Array<number>, };

export type LawKind = "destruction" | "peopling" | "adaptation";

export type LawText = { 
/**
 * As it is written: `wb..>w...`.
 */
text: string, 
/**
 * What it does.
 */
kind: LawKind, };

export type Block = { 
/**
 * The point to touch for it, which also names it: `L2@b3`.
 */
at: number, 
/**
 * Its points in the order of a law: upper left, upper right, lower left, lower right from its reader's seat.
 */
points: [number, number, number, number], };

export type Blocks = { 
/**
 * From White's seat.
 */
white: Array<Block>, 
/**
 * From Black's.
 */
black: Array<Block>, };

export type LawBook = { 
/**
 * All laws.
 */
laws: Array<LawText>, 
/**
 * Where they can apply.
 */
blocks: Blocks, };

export type Study = { 
/**
 * The game's id.
 */
game: string, 
/**
 * Its options; missing ones have their defaults. In Yin Yang `laws_black` and `laws_white` may be given.
 */
options: { [key in string]: string }, 
/**
 * The set-up it starts from, unless that is the usual start.
 */
setup?: string, 
/**
 * The turns played since, at most 500.
 */
turns: Array<string>, 
/**
 * The side it is seen by; the side to act by default.
 */
side?: Side, };

export type StudyView = { 
/**
 * The position, with what may be touched if it is that side's turn.
 */
scene: Scene, 
/**
 * The turns as notation spells them.
 */
turns: Array<string>, 
/**
 * How the game ended.
 */
outcome: Outcome | null, 
/**
 * The position as a set-up.
 */
setup: string, };

export type StudyBranch = { 
/**
 * The touches so far.
 */
touches: Array<Touch>, 
/**
 * The game's id.
 */
game: string, 
/**
 * Its options; missing ones have their defaults. In Yin Yang `laws_black` and `laws_white` may be given.
 */
options: { [key in string]: string }, 
/**
 * The set-up it starts from, unless that is the usual start.
 */
setup?: string, 
/**
 * The turns played since, at most 500.
 */
turns: Array<string>, 
/**
 * The side it is seen by; the side to act by default.
 */
side?: Side, };

export type StudyWhy = { 
/**
 * The touches so far.
 */
touches: Array<Touch>, 
/**
 * The one after them.
 */
touch: Touch, 
/**
 * The game's id.
 */
game: string, 
/**
 * Its options; missing ones have their defaults. In Yin Yang `laws_black` and `laws_white` may be given.
 */
options: { [key in string]: string }, 
/**
 * The set-up it starts from, unless that is the usual start.
 */
setup?: string, 
/**
 * The turns played since, at most 500.
 */
turns: Array<string>, 
/**
 * The side it is seen by; the side to act by default.
 */
side?: Side, };

export type StudyReply = { 
/**
 * How strong it is: 1 to 3.
 */
level: number, 
/**
 * The game's id.
 */
game: string, 
/**
 * Its options; missing ones have their defaults. In Yin Yang `laws_black` and `laws_white` may be given.
 */
options: { [key in string]: string }, 
/**
 * The set-up it starts from, unless that is the usual start.
 */
setup?: string, 
/**
 * The turns played since, at most 500.
 */
turns: Array<string>, 
/**
 * The side it is seen by; the side to act by default.
 */
side?: Side, };

export type Reply = { 
/**
 * The turn in notation.
 */
turn: string, 
/**
 * The points of it.
 */
points: Array<number>, };

export type WhyNot = { 
/**
 * The touches so far.
 */
touches: Array<Touch>, 
/**
 * The one after them.
 */
touch: Touch, };

export type TouchExplanation = { 
/**
 * In words.
 */
message: Words, 
/**
 * For programs, the rule; `possible` if nothing forbids it.
 */
rule: string, };

export type Room = "players" | "spectators";

export type ChatRequest = { 
/**
 * An id chosen by the client: a message sent twice with one id is stored once.
 */
id?: string, 
/**
 * The words.
 */
text: string, };

export type ChatReply = { "type": "said", 
/**
 * The message.
 */
id: MessageId, } | { "type": "done", 
/**
 * The number of the event it made.
 */
n: number, } | { "type": "answer", 
/**
 * The answer.
 */
text: string, };

export type ChatLine = { 
/**
 * Its id.
 */
id: MessageId, 
/**
 * The message before it, of those this viewer may see.
 */
previous: MessageId | null, 
/**
 * The time it was written, in milliseconds since 1970.
 */
at: number, 
/**
 * The room it was written to.
 */
room: Room, 
/**
 * The author.
 */
from: Profile, 
/**
 * The words. Plain text, never markup.
 */
text: string, };

export type ChatPage = { 
/**
 * The messages.
 */
lines: Array<ChatLine>, 
/**
 * Recent messages that were deleted: drop your copies.
 */
retracted?: Array<MessageId>, };

export type Profile = { 
/**
 * The id, which never changes.
 */
id: PlayerId, 
/**
 * The name; none once the account is deleted.
 */
name: string | null, 
/**
 * Whether it is a guest: a name without an account behind it.
 */
guest: boolean, 
/**
 * Whether it is a program.
 */
bot?: boolean, 
/**
 * The rating in the game at hand: that of the table, of the list, of the leaderboard. Without a game, and before the
 * first rated one, there is none.
 */
rating?: RatingView, };

export type Me = { 
/**
 * Since when, milliseconds since 1970.
 */
since: number, 
/**
 * Whether one may moderate.
 */
moderator?: boolean, 
/**
 * The id, which never changes.
 */
id: PlayerId, 
/**
 * The name; none once the account is deleted.
 */
name: string | null, 
/**
 * Whether it is a guest: a name without an account behind it.
 */
guest: boolean, 
/**
 * Whether it is a program.
 */
bot?: boolean, 
/**
 * The rating in the game at hand: that of the table, of the list, of the leaderboard. Without a game, and before the
 * first rated one, there is none.
 */
rating?: RatingView, };

export type Credentials = { 
/**
 * The name.
 */
name: string, 
/**
 * The password.
 */
password: string, };

export type Proof = { 
/**
 * The password; a guest has none.
 */
password?: string, 
/**
 * When deleting oneself: whether everything one wrote in chats is deleted, too.
 */
words?: boolean, 
/**
 * When making new recovery codes for an account with a second factor: six digits, or an old recovery code.
 */
code?: string, };

export type NewGuest = { 
/**
 * How to be called: a number is put behind it. Without it a name is drawn.
 */
name?: string, };

export type NewPassword = { 
/**
 * The present one.
 */
old: string, 
/**
 * The next one.
 */
new: string, };

export type NewToken = { 
/**
 * What it is for, in the owner's words.
 */
label: string, };

export type Token = { 
/**
 * To delete it by.
 */
id: TokenId, 
/**
 * What it is for.
 */
label: string, 
/**
 * When it was made.
 */
created: number, 
/**
 * When it was last used.
 */
seen: number | null, };

export type TokenMade = { 
/**
 * To delete it by.
 */
id: TokenId, 
/**
 * The secret: send it as `Authorization: Bearer …`.
 */
token: string, };

export type SessionView = { 
/**
 * Since when.
 */
created: number, 
/**
 * When it was last used, to the hour.
 */
seen: number, 
/**
 * When it ends unless it is used.
 */
expires: number, 
/**
 * Whether it is the one that made this request.
 */
this: boolean, };

export type OwnMessage = { 
/**
 * At which table.
 */
table: TableId, 
/**
 * The time it was written, in milliseconds since 1970.
 */
at: number, 
/**
 * The words.
 */
text: string, };

export type MyReport = { 
/**
 * The time it was made, in milliseconds since 1970.
 */
at: number, 
/**
 * The reason given.
 */
reason: ReportReason, 
/**
 * In one's own words.
 */
note: string, };

export type Export = { 
/**
 * Oneself.
 */
me: Me, 
/**
 * When one was last seen, to the hour.
 */
seen: number, 
/**
 * Until when one may not write.
 */
muted_until: number | null, 
/**
 * Where one is signed in.
 */
sessions: Array<SessionView>, 
/**
 * One's programs.
 */
tokens: Array<Token>, 
/**
 * How one gets back into the account. Codes and secrets are not part of it.
 */
security: Security, 
/**
 * Those one follows and those one has blocked.
 */
people: PeopleView, 
/**
 * What one shows of oneself.
 */
privacy: Privacy, 
/**
 * One's challenges of late.
 */
challenges: Challenges, 
/**
 * Notices of the account.
 */
notices: Notices, 
/**
 * The choice of notices.
 */
notice_choices: NoticeChoices, 
/**
 * The push services of one's browsers.
 */
push: Array<string>, 
/**
 * One's vacations: when each began and when it ends.
 */
vacations: Array<[number, number]>, 
/**
 * One's conditional turns, by table.
 */
conditional_turns: Array<[TableId, Array<ConditionalTurn>]>, 
/**
 * The tables where one sits.
 */
tables: Array<MyTable>, 
/**
 * What one wrote.
 */
chat: Array<OwnMessage>, 
/**
 * One's finished games, with records.
 */
games: Array<ArchivedGame>, 
/**
 * What one's rated games changed.
 */
ratings: Array<RatedGameLine>, 
/**
 * One's first tries at puzzles.
 */
puzzles: Array<PuzzleTryLine>, 
/**
 * The tournaments one made or takes part in.
 */
tournaments: Array<TournamentLine>, 
/**
 * What one reported.
 */
reports: Array<MyReport>, };

export type MailLanguage = "en" | "fr";

export type RegisteredAccount = { 
/**
 * The recovery codes: the only time they are shown.
 */
recovery_codes: Array<string>, 
/**
 * Since when, milliseconds since 1970.
 */
since: number, 
/**
 * Whether one may moderate.
 */
moderator?: boolean, 
/**
 * The id, which never changes.
 */
id: PlayerId, 
/**
 * The name; none once the account is deleted.
 */
name: string | null, 
/**
 * Whether it is a guest: a name without an account behind it.
 */
guest: boolean, 
/**
 * Whether it is a program.
 */
bot?: boolean, 
/**
 * The rating in the game at hand: that of the table, of the list, of the leaderboard. Without a game, and before the
 * first rated one, there is none.
 */
rating?: RatingView, };

export type SignIn = { 
/**
 * The name.
 */
name: string, 
/**
 * The password.
 */
password: string, 
/**
 * Where the account has a second factor: six digits from the authenticator app, or a recovery code.
 */
code?: string, };

export type RecoveryWays = { 
/**
 * Whether links are sent by mail.
 */
mail: boolean, };

export type Recover = { 
/**
 * The account's name.
 */
name: string, 
/**
 * One of its recovery codes, which is used up. Case, spaces and hyphens do not matter.
 */
recovery_code: string, 
/**
 * The new password.
 */
password: string, 
/**
 * Where the account has a second factor: six digits, or another recovery code.
 */
code?: string, };

export type RecoverByMail = { 
/**
 * The confirmed address of an account.
 */
address: string, 
/**
 * The language of the mail.
 */
lang?: MailLanguage, };

export type RecoverByLink = { 
/**
 * The token in the link.
 */
token: string, 
/**
 * The new password.
 */
password: string, 
/**
 * Where the account has a second factor: six digits, or a recovery code.
 */
code?: string, };

export type RecoveryCodes = { 
/**
 * The codes, each good for one use.
 */
codes: Array<string>, };

export type NewMailAddress = { 
/**
 * The address.
 */
address: string, 
/**
 * The password.
 */
password: string, 
/**
 * The language of the mail.
 */
lang?: MailLanguage, };

export type MailToken = { 
/**
 * The token.
 */
token: string, };

export type MailState = { 
/**
 * The confirmed address.
 */
address: string | null, 
/**
 * An address that waits for its confirmation.
 */
unconfirmed: string | null, };

export type Security = { 
/**
 * How many recovery codes are left.
 */
recovery_codes: number, 
/**
 * Since when a second factor is required, milliseconds since 1970.
 */
second_factor: number | null, 
/**
 * The mail address; none where the site sends no mail.
 */
mail: MailState | null, };

export type TotpSecret = { 
/**
 * The secret in base 32, for an app in which it is typed.
 */
secret: string, 
/**
 * The `otpauth://` address that the QR code holds.
 */
uri: string, 
/**
 * The QR code.
 */
qr: QrPicture, };

export type QrPicture = { 
/**
 * Width and height, with the margin.
 */
size: number, 
/**
 * The dark squares.
 */
path: string, };

export type Invitation = { 
/**
 * The whole address of the table.
 */
link: string, 
/**
 * The same as a QR code.
 */
qr: QrPicture, };

export type TotpCode = { 
/**
 * Six digits.
 */
code: string, };

export type SecondFactorProof = { 
/**
 * The password.
 */
password: string, 
/**
 * Six digits, or a recovery code.
 */
code: string, };

export type Circle = "everybody" | "accounts" | "followed" | "nobody";

export type Privacy = { 
/**
 * Who sees whether one is here.
 */
presence: Circle, 
/**
 * Who may challenge.
 */
challenges: Circle, 
/**
 * Who sees one's numbers, ratings and recent games on one's profile. Games in the archive stay there.
 */
games: Circle, 
/**
 * Who sees since when one is a member.
 */
since: Circle, };

export type ListedPerson = { 
/**
 * Since when they are on the list, milliseconds since 1970.
 */
since: number, 
/**
 * Whether they are here now; none if they do not show it.
 */
here?: boolean, 
/**
 * The id, which never changes.
 */
id: PlayerId, 
/**
 * The name; none once the account is deleted.
 */
name: string | null, 
/**
 * Whether it is a guest: a name without an account behind it.
 */
guest: boolean, 
/**
 * Whether it is a program.
 */
bot?: boolean, 
/**
 * The rating in the game at hand: that of the table, of the list, of the leaderboard. Without a game, and before the
 * first rated one, there is none.
 */
rating?: RatingView, };

export type PeopleView = { 
/**
 * Those I follow; those who are here come first.
 */
follows: Array<ListedPerson>, 
/**
 * Those I have blocked.
 */
blocks: Array<ListedPerson>, };

export type PersonView = { 
/**
 * Since when they are a member, if they show it, milliseconds since 1970.
 */
since: number | null, 
/**
 * Whether they are here now, if they show it.
 */
here: boolean | null, 
/**
 * Whether they show their numbers and games.
 */
shows_games: boolean, 
/**
 * Whether I follow them.
 */
followed: boolean, 
/**
 * Whether I have blocked them.
 */
blocked: boolean, 
/**
 * Whether they take challenges from me.
 */
may_challenge: boolean, 
/**
 * The id, which never changes.
 */
id: PlayerId, 
/**
 * The name; none once the account is deleted.
 */
name: string | null, 
/**
 * Whether it is a guest: a name without an account behind it.
 */
guest: boolean, 
/**
 * Whether it is a program.
 */
bot?: boolean, 
/**
 * The rating in the game at hand: that of the table, of the list, of the leaderboard. Without a game, and before the
 * first rated one, there is none.
 */
rating?: RatingView, };

export type BotMark = { 
/**
 * Whether it is.
 */
bot: boolean, };

export type ChallengeTerms = { 
/**
 * The game's id.
 */
game: string, 
/**
 * Its options; missing ones have their defaults.
 */
options: { [key in string]: string }, 
/**
 * The clock.
 */
time: Time, 
/**
 * The challenger's colour; drawn when it is accepted unless it is given.
 */
colour?: Side, 
/**
 * Whether others may find the game and watch.
 */
public: boolean, 
/**
 * Whether the game counts for the players' ratings; accounts only.
 */
rated?: boolean, };

export type NewChallenge = { 
/**
 * Whom: a name or an id.
 */
to: string, 
/**
 * To what.
 */
terms: ChallengeTerms, };

export type ChallengeStatus = "open" | "accepted" | "declined" | "withdrawn" | "expired";

export type DeclineReason = "generic" | "later" | "too-fast" | "too-slow" | "other-game" | "rated" | "casual" | "no-bots";

export type Decline = { 
/**
 * The reason, for the challenger.
 */
reason: DeclineReason, };

export type Challenge = { 
/**
 * Its id.
 */
id: ChallengeId, 
/**
 * The challenger.
 */
from: Profile, 
/**
 * The challenged player.
 */
to: Profile, 
/**
 * The game, its options and its clock.
 */
terms: ChallengeTerms, 
/**
 * When it was made, milliseconds since 1970.
 */
created: number, 
/**
 * Until when it can be accepted.
 */
expires: number, 
/**
 * What became of it.
 */
status: ChallengeStatus, 
/**
 * Why it was declined.
 */
reason?: DeclineReason, 
/**
 * The table, once it was accepted.
 */
table?: TableId, };

export type Challenges = { 
/**
 * To me.
 */
received: Array<Challenge>, 
/**
 * From me.
 */
sent: Array<Challenge>, };

export type VacationView = { 
/**
 * Until when it lasts, milliseconds since 1970; none if one is not on vacation.
 */
until: number | null, 
/**
 * What is left of this year's days, in milliseconds.
 */
left: number, };

export type TakeVacation = { 
/**
 * How many, from now on.
 */
days: number, };

export type ConditionalTurn = { 
/**
 * What the opponent may play.
 */
turn: string, 
/**
 * My answer.
 */
reply: string, 
/**
 * What may follow.
 */
then: Array<ConditionalTurn>, };

export type ConditionalTree = { 
/**
 * The branches, each of a different turn of the opponent.
 */
tree: Array<ConditionalTurn>, };

export type NoticeKind = "challenge" | "answer" | "turn" | "offer" | "time" | "end" | "tournament";

export type Notice = { 
/**
 * Its number, which grows with every notice of a player.
 */
n: number, 
/**
 * When, milliseconds since 1970.
 */
at: number, 
/**
 * Whether it was read, on any device.
 */
read: boolean, 
/**
 * What kind.
 */
kind: NoticeKind, 
/**
 * In a sentence.
 */
words: Words, 
/**
 * The table it is about.
 */
table?: TableId, 
/**
 * The challenge it is about.
 */
challenge?: ChallengeId, 
/**
 * The tournament it is about.
 */
tournament?: TournamentId, };

export type Notices = { 
/**
 * The notices.
 */
notices: Array<Notice>, 
/**
 * How many of them were not read.
 */
unread: number, };

export type ReadNotices = { 
/**
 * The number of the last one that was read.
 */
upto: number, };

export type NoticeKinds = { 
/**
 * Somebody challenges you, or answers a challenge of yours.
 */
challenge: boolean, 
/**
 * It is your turn in a game by correspondence, or it has ended.
 */
turn: boolean, 
/**
 * Your opponent offers something, or answers an offer of yours.
 */
offer: boolean, 
/**
 * You are about to lose a game on time.
 */
time: boolean, 
/**
 * A round of a tournament has started, or something else happened there that concerns you.
 */
tournament: boolean, };

export type QuietHours = { 
/**
 * The first hour, 0 to 23.
 */
from: number, 
/**
 * The hour at which it ends, 0 to 23; less than `from` if it goes over midnight.
 */
to: number, 
/**
 * The player's time minus UTC, in minutes.
 */
offset: number, };

export type NoticeChoices = { 
/**
 * By push message.
 */
push: NoticeKinds, 
/**
 * By mail.
 */
mail: NoticeKinds, 
/**
 * When nothing is sent.
 */
quiet: QuietHours | null, 
/**
 * Whether mails are in French; English otherwise.
 */
french: boolean, };

export type PushInfo = { 
/**
 * The key with which a browser subscribes, base64url.
 */
key: string, 
/**
 * Whether mail can be sent to the account: the site sends mail, and the account has a confirmed address.
 */
mail: boolean, 
/**
 * Browsers of the account that get push messages.
 */
browsers: number, };

export type PushSubscription = { 
/**
 * Where messages are sent: an address of the browser's push service.
 */
endpoint: string, 
/**
 * The browser's public key, base64url.
 */
p256dh: string, 
/**
 * The secret it shares with us, base64url.
 */
auth: string, 
/**
 * Whether messages are in French; English otherwise.
 */
french: boolean, };

export type OwnEvent = { "type": "challenge", 
/**
 * The challenge.
 */
challenge: Challenge, } | { "type": "challenge_over", 
/**
 * The challenge, with its status.
 */
challenge: Challenge, } | { "type": "game_start", 
/**
 * Its table.
 */
table: MyTable, } | { "type": "turn", 
/**
 * At this table; the number of the turn is one more than its `turns`.
 */
table: MyTable, } | { "type": "game_end", 
/**
 * Its table.
 */
table: TableId, } | { "type": "tournament", 
/**
 * The tournament.
 */
tournament: TournamentId, 
/**
 * Where it stands.
 */
phase: TournamentPhase, 
/**
 * The last round that was paired.
 */
round: number, } | { "type": "ping", };

export type LobbyTable = { 
/**
 * Its id.
 */
id: TableId, 
/**
 * Where it stands.
 */
state: State, 
/**
 * What was agreed.
 */
setup: Setup, 
/**
 * Who sits where; `null` is a free seat.
 */
seats: Array<Sitter | null>, 
/**
 * The number of the game, once one was started.
 */
number: number, 
/**
 * How many turns it has.
 */
turns: number, 
/**
 * When something last happened.
 */
updated: number, };

export type Lobby = { 
/**
 * The tables.
 */
tables: Array<LobbyTable>, 
/**
 * Where the next page begins: give it back as `before`.
 */
next: string | null, };

export type OnlineCounts = { 
/**
 * Players with an open socket, guests included.
 */
players: number, 
/**
 * Games being played, private ones included.
 */
games: number, };

export type MyTable = { 
/**
 * Whether it is my turn.
 */
my_turn: boolean, 
/**
 * When a clock runs out, if one runs, milliseconds since 1970.
 */
deadline?: number, 
/**
 * Its id.
 */
id: TableId, 
/**
 * Where it stands.
 */
state: State, 
/**
 * What was agreed.
 */
setup: Setup, 
/**
 * Who sits where; `null` is a free seat.
 */
seats: Array<Sitter | null>, 
/**
 * The number of the game, once one was started.
 */
number: number, 
/**
 * How many turns it has.
 */
turns: number, 
/**
 * When something last happened.
 */
updated: number, };

export type GameLine = { 
/**
 * Its id.
 */
id: GameId, 
/**
 * The game.
 */
game: string, 
/**
 * The options that differ from the usual ones.
 */
variant: { [key in string]: string }, 
/**
 * Who played which colour.
 */
players: Array<[Side, Sitter]>, 
/**
 * How it ended.
 */
outcome: Outcome, 
/**
 * How many turns.
 */
turns: number, 
/**
 * When it ended.
 */
ended: number, 
/**
 * What it changed, by seat, if it was rated.
 */
ratings?: Array<RatingChange>, };

export type GamesPage = { 
/**
 * The games.
 */
games: Array<GameLine>, 
/**
 * Where the next page begins: give it back as `before`.
 */
next: string | null, };

export type QuickPairing = { 
/**
 * The game's id.
 */
game: string, 
/**
 * Its options; missing ones have their defaults.
 */
options: { [key in string]: string }, 
/**
 * The clock.
 */
time: Time, 
/**
 * Whether the game counts for the players' ratings; accounts only.
 */
rated: boolean, };

export type PairingSearch = { 
/**
 * The table.
 */
table: TableId, 
/**
 * Whether its game has started.
 */
started: boolean, 
/**
 * When the table was opened, milliseconds since 1970.
 */
since: number, 
/**
 * My rating as far as pairing is concerned; 1500 before the first rated game.
 */
rating: number, 
/**
 * How far from it an opponent's rating may be by now; `null` is any distance.
 */
within: number | null, };

export type PairingResult = { 
/**
 * The table.
 */
table: TableId, 
/**
 * Whether the game has started; otherwise the table waits for an opponent.
 */
started: boolean, };

export type ArchiveQuery = { 
/**
 * The game's id.
 */
game?: string, 
/**
 * Options that differ from the usual ones, such as `variant=blitz`; several behind each other with spaces. The word
 * `standard` selects games without options.
 */
variant?: string, 
/**
 * Somebody who played, by name; `engine:5` is the engine of level 5.
 */
player?: string, 
/**
 * Somebody else who played against or beside `player`.
 */
opponent?: string, 
/**
 * `white`, `black` or `draw`; with a player also `won` or `lost`.
 */
result?: string, 
/**
 * Why it ended, in the words of records: `resigned`, `third ring`, …
 */
reason?: string, 
/**
 * The first day, `2026-11-01`.
 */
from?: string, 
/**
 * The last day.
 */
to?: string, 
/**
 * The least number of turns.
 */
least?: number, 
/**
 * The greatest number of turns.
 */
most?: number, 
/**
 * The first turns in notation, separated by commas; needs `game`. Games that reached the same position in another
 * order, or its mirror image, are found too. At most 40 turns.
 */
opening?: string, 
/**
 * A position that was reached in the first 40 turns, as a set-up; needs `game`.
 */
position?: string, 
/**
 * Where the page begins: `next` of the page before.
 */
before?: string, 
/**
 * How many games, 1 to 100; 30 by default.
 */
limit?: number, };

export type ArchivePage = { 
/**
 * The games.
 */
games: Array<GameLine>, 
/**
 * Where the next page begins: give it back as `before`. Rare games are looked for in stretches: a page may have
 * few games or none and still a next one.
 */
next: string | null, 
/**
 * The end time of the oldest game that was searched, if there is a next page.
 */
searched: number | null, };

export type Replay = { 
/**
 * The game in a line: who, when, how it ended.
 */
line: GameLine, 
/**
 * All options it was played with.
 */
options: { [key in string]: string }, 
/**
 * The clock it was played with, where that is known.
 */
time: Time | null, 
/**
 * Where an imported game came from, as its file says.
 */
source: string | null, 
/**
 * The side it is seen by; none shows everything.
 */
eyes: Side | null, 
/**
 * The start, then the position after each turn; each further round of a match begins with its start. The last one
 * is the end, where everybody sees everything.
 */
frames: Array<Frame>, };

export type Frame = { 
/**
 * The position; nothing can be touched in it.
 */
scene: Scene, 
/**
 * The turn that led here, as these eyes saw it; none at a start.
 */
turn: string | null, 
/**
 * Who played it.
 */
by: Side | null, 
/**
 * The seat that played it, from 1.
 */
seat: Seat | null, 
/**
 * Thinking time its player had used by then, in milliseconds.
 */
used: number | null, 
/**
 * What happened at the table before it: offers and their answers; at the end also what ended the game.
 */
events: Array<Words>, 
/**
 * The round of a match, from 1.
 */
round: number, 
/**
 * The whole position as a set-up, for every viewer: an analysis or another game may start from it.
 */
setup: string, };

export type PositionNumbers = { 
/**
 * How many games reached it, by how they ended.
 */
ends: Ends, 
/**
 * What was played next, the most frequent first. Turns that are each other's mirror image count as one.
 */
next: Array<NextTurn>, 
/**
 * The latest games that reached it, at most ten.
 */
games: Array<GameLine>, 
/**
 * First turns judged by long searches of the engine, the fairest first; none where there are no such searches.
 */
fairest: Array<FirstTurnChance>, };

export type Ends = { 
/**
 * Games won by White.
 */
white: number, 
/**
 * Games won by Black.
 */
black: number, 
/**
 * Drawn games.
 */
draws: number, };

export type NextTurn = { 
/**
 * The turn in notation.
 */
turn: string, 
/**
 * The points of it.
 */
points: Array<number>, 
/**
 * How the games ended.
 */
ends: Ends, };

export type FirstTurnChance = { 
/**
 * The turn in notation.
 */
turn: string, 
/**
 * How many games in a thousand the player wins who played it, if nobody swaps.
 */
chance: number, };

export type Import = { 
/**
 * A record as text or JSON, or a YINSH game of Boardspace's as SGF.
 */
text: string, };

export type ImportResult = { 
/**
 * Its id; the same text has the same id.
 */
id: GameId, 
/**
 * How many turns it has.
 */
turns: number, };

export type Tally = { 
/**
 * Its word in records and questions.
 */
word: string, 
/**
 * What it is called.
 */
label: Words, 
/**
 * How many.
 */
count: number, };

export type LengthBucket = { 
/**
 * The least number of turns.
 */
from: number, 
/**
 * The greatest.
 */
to: number, 
/**
 * How many games.
 */
count: number, };

export type GameNumbers = { 
/**
 * The game.
 */
game: string, 
/**
 * How its games ended.
 */
ends: Ends, 
/**
 * How often the side that began won; games of Zen may begin with either colour.
 */
first_won: number, 
/**
 * How often the side that began lost.
 */
first_lost: number, 
/**
 * By length, without gaps.
 */
lengths: Array<LengthBucket>, 
/**
 * Why they ended, the most frequent first.
 */
reasons: Array<Tally>, 
/**
 * The most frequent first turns.
 */
openings: Array<NextTurn>, };

export type PlayerNumbers = { 
/**
 * The player.
 */
player: Profile, 
/**
 * Game by game, the most played first.
 */
games: Array<PlayerGame>, };

export type PlayerGame = { 
/**
 * The game.
 */
game: string, 
/**
 * Won, lost, drawn with White.
 */
white: [number, number, number], 
/**
 * Won, lost, drawn with Black.
 */
black: [number, number, number], 
/**
 * The first turns of this player, the most frequent first; mirror images count as one.
 */
openings: Array<NextTurn>, 
/**
 * From the reviewed games: how close to the engine's choices this player's turns come, 0 to 100.
 */
accuracy: number | null, 
/**
 * How many games were reviewed.
 */
reviewed: number, };

export type Analyse = { 
/**
 * How many turns to compare: 1 to 5; 3 by default.
 */
lines?: number, 
/**
 * How long to search, 1 to 60 seconds; 10 by default.
 */
seconds?: number, 
/**
 * The game's id.
 */
game: string, 
/**
 * Its options; missing ones have their defaults. In Yin Yang `laws_black` and `laws_white` may be given.
 */
options: { [key in string]: string }, 
/**
 * The set-up it starts from, unless that is the usual start.
 */
setup?: string, 
/**
 * The turns played since, at most 500.
 */
turns: Array<string>, 
/**
 * The side it is seen by; the side to act by default.
 */
side?: Side, };

export type Score = { "is": "chance", 
/**
 * How likely White wins, 0 to 1; a draw counts half.
 */
white: number, 
/**
 * The engine's points for White, in the games where it counts points.
 */
points: number | null, } | { "is": "wins", 
/**
 * The side that wins.
 */
side: Side, 
/**
 * The number of turns of both sides, if that is known.
 */
turns: number | null, } | { "is": "draw" };

export type Variation = { 
/**
 * The turns.
 */
turns: Array<string>, 
/**
 * The points of the first turn, in the order they are touched: from, to.
 */
points: Array<number>, 
/**
 * How good it is.
 */
score: Score, };

export type Insight = { 
/**
 * The depth of the search.
 */
depth: number, 
/**
 * The number of positions searched.
 */
nodes: number, 
/**
 * The time of the search, in milliseconds.
 */
ms: number, 
/**
 * The best turns, the best first.
 */
lines: Array<Variation>, };

export type AnalysisNews = { "is": "waiting", 
/**
 * How many.
 */
ahead: number, } | { "is": "insight" } & Insight | { "is": "over", } | { "is": "stopped", 
/**
 * The reason, in both languages.
 */
message: Words, };

export type Slip = "inaccuracy" | "mistake" | "blunder";

export type Mark = { 
/**
 * The number of the turn, from 1: it led to that frame of the replay.
 */
turn: number, 
/**
 * Who played it.
 */
by: Side, 
/**
 * How bad it was.
 */
slip: Slip, 
/**
 * What it cost: win chance, 0 to 1.
 */
cost: number, 
/**
 * What would have been better, with what would follow.
 */
better: Variation, 
/**
 * Whether both what it threw away and what it led to are proved.
 */
proved: boolean, };

export type Review = { 
/**
 * How good each position was, frame by frame.
 */
scores: Array<Score>, 
/**
 * The turns that were not the best.
 */
marks: Array<Mark>, 
/**
 * How close White's and Black's turns were to the engine's, 0 to 100; none without turns.
 */
accuracy: [number | null, number | null], 
/**
 * Steps the engine looked at, a position.
 */
nodes: number, };

export type ReviewNews = { "is": "waiting", 
/**
 * How many.
 */
ahead: number, } | { "is": "position", 
/**
 * Which frame.
 */
frame: number, 
/**
 * How many frames there are.
 */
of: number, 
/**
 * How good it is.
 */
score: Score, } | { "is": "done" } & Review | { "is": "stopped", 
/**
 * The reason, in both languages.
 */
message: Words, };

export type Puzzle = { 
/**
 * Its id: the game and a number, `yinsh-17`.
 */
id: string, 
/**
 * The position; `side` is who has to win.
 */
study: Study, 
/**
 * Who has to win.
 */
side: Side, 
/**
 * In how many own turns at the most.
 */
wins_in: number, 
/**
 * What it is about; a hint, to be shown when it is solved.
 */
themes: Array<PuzzleThemeView>, 
/**
 * The game of the archive it comes from.
 */
from: GameId | null, 
/**
 * The day whose puzzle it is, if the puzzle of the day was requested: `2026-11-16`.
 */
day: string | null, 
/**
 * The puzzles before and after it, of the same game.
 */
before: string | null, 
/**
 * The one after it.
 */
after: string | null, 
/**
 * Its rating: how hard it is.
 */
rating: RatingView, 
/**
 * Accounts that have tried it.
 */
tried: number, 
/**
 * Accounts that solved it at their first try.
 */
solved: number, 
/**
 * Whether one solved it at one's first try; none if one has not tried it, or has no account.
 */
mine?: boolean, 
/**
 * If the puzzle of the day was requested: how many players tried and solved it today.
 */
today?: PuzzleDay, };

export type PuzzleLine = { 
/**
 * Its id.
 */
id: string, 
/**
 * The game.
 */
game: string, 
/**
 * Who has to win.
 */
side: Side, 
/**
 * In how many own turns at the most.
 */
wins_in: number, 
/**
 * The ids of its themes.
 */
themes: Array<string>, };

export type Puzzles = { 
/**
 * The puzzles.
 */
puzzles: Array<PuzzleLine>, 
/**
 * The themes they have.
 */
themes: Array<PuzzleThemeView>, };

export type PuzzleTry = { 
/**
 * Every turn since the position of the puzzle: own, reply, own, …
 */
turns: Array<string>, };

export type PuzzleAnswer = { 
/**
 * Whether the last turn keeps the win.
 */
right: boolean, 
/**
 * Whether the puzzle is solved.
 */
solved: boolean, 
/**
 * What the opponent answers: to a right turn the longest resistance, to a wrong one what refutes it.
 */
reply: Reply | null, 
/**
 * A word about it.
 */
message: Words, 
/**
 * What it changed, if it decided one's first try: a wrong turn, or the one that solves it. Accounts only.
 */
rated?: PuzzleRated, };

export type PuzzleSolution = { 
/**
 * The winning turn, the longest resistance, and so on to the end.
 */
turns: Array<string>, };

export type ReportSubject = { "what": "message", 
/**
 * The table where it was written.
 */
table: TableId, 
/**
 * The message.
 */
message: MessageId, } | { "what": "name", 
/**
 * The player.
 */
player: PlayerId, } | { "what": "table", 
/**
 * The table.
 */
table: TableId, } | { "what": "game", 
/**
 * The game.
 */
game: GameId, } | { "what": "tournament", 
/**
 * The tournament.
 */
tournament: TournamentId, };

export type ReportReason = "insult" | "spam" | "cheating" | "unsporting" | "name" | "other";

export type NewReport = { 
/**
 * The message, name, table, game or tournament that is reported.
 */
subject: ReportSubject, 
/**
 * The reason of the report.
 */
reason: ReportReason, 
/**
 * In one's own words, at most 300 characters.
 */
note?: string, };

export type ReportResult = { 
/**
 * Whether an open report of the same was there already, which this one was joined to.
 */
joined: boolean, };

export type Complaint = { 
/**
 * The author of the report.
 */
from: Profile, 
/**
 * The time of the report, in milliseconds since 1970.
 */
at: number, 
/**
 * The reason given.
 */
reason: ReportReason, 
/**
 * In their own words; may be empty.
 */
note: string, };

export type ExcerptLine = { 
/**
 * The message.
 */
id: MessageId, 
/**
 * When it was written.
 */
at: number, 
/**
 * The room it was written to.
 */
room: Room, 
/**
 * Who wrote it, named as they were.
 */
from: Profile, 
/**
 * The words.
 */
text: string, 
/**
 * Whether this is the line that was reported.
 */
reported: boolean, };

export type PlayerStatus = { 
/**
 * The player.
 */
player: Profile, 
/**
 * Whether this is a moderator, whom other moderators cannot moderate.
 */
moderator: boolean, 
/**
 * Until when the player may not write.
 */
muted_until: number | null, 
/**
 * The ban of the player, if there is one.
 */
ban: Ban | null, 
/**
 * The range of addresses this node last saw the player in; kept in memory only.
 */
network: string | null, };

export type Settlement = { 
/**
 * The time, in milliseconds since 1970.
 */
at: number, 
/**
 * Whether it was found to be right.
 */
upheld: boolean, };

export type ReportedTeam = { 
/**
 * The team.
 */
entrant: EntrantId, 
/**
 * Its name as it was.
 */
name: string, };

export type ReportView = { 
/**
 * Its id.
 */
id: ReportId, 
/**
 * What was reported.
 */
subject: ReportSubject, 
/**
 * When it was first reported.
 */
opened: number, 
/**
 * Whether notes and chat are kept back because the moderator plays at this table at the moment.
 */
withheld: boolean, 
/**
 * Whom it is about: the author, the player of the name, the host of the tournament, or everybody who plays.
 */
about: Array<PlayerStatus>, 
/**
 * The name as it was, for a report of a name or of a tournament.
 */
name: string | null, 
/**
 * The notes of a tournament as they were.
 */
notes?: string, 
/**
 * The teams of a tournament.
 */
teams?: Array<ReportedTeam>, 
/**
 * Who reported it, the first first.
 */
complaints: Array<Complaint>, 
/**
 * What was said before and after.
 */
excerpt: Array<ExcerptLine>, 
/**
 * How it was settled; none while it is open.
 */
settled: Settlement | null, };

export type ReportsPage = { 
/**
 * The reports, the latest first.
 */
reports: Array<ReportView>, 
/**
 * Where the next page begins; none after the last one.
 */
next: string | null, };

export type Ban = { 
/**
 * The player; none for a range.
 */
player: Profile | null, 
/**
 * The range; none for a player.
 */
network: string | null, 
/**
 * Since when.
 */
since: number, 
/**
 * Until when; none if it has no end.
 */
until: number | null, 
/**
 * The reason, from the audit log.
 */
reason: string, };

export type BansPage = { 
/**
 * The bans, the latest first.
 */
bans: Array<Ban>, 
/**
 * Where the next page begins; none after the last one.
 */
next: string | null, };

export type Moderate = { "action": "mute", 
/**
 * The player to mute.
 */
player: PlayerId, 
/**
 * For how long.
 */
minutes: number, } | { "action": "unmute", 
/**
 * The muted player.
 */
player: PlayerId, } | { "action": "ban", 
/**
 * The player to ban.
 */
player: PlayerId, 
/**
 * For how long.
 */
minutes?: number, } | { "action": "unban", 
/**
 * The banned player.
 */
player: PlayerId, } | { "action": "ban-network", 
/**
 * As `203.0.113.0/24` or `2001:db8::/48`.
 */
network: string, 
/**
 * For how long.
 */
minutes: number, } | { "action": "unban-network", 
/**
 * The banned range of addresses.
 */
network: string, } | { "action": "delete-message", 
/**
 * The table.
 */
table: TableId, 
/**
 * The message.
 */
message: MessageId, } | { "action": "close-table", 
/**
 * The table to close.
 */
table: TableId, } | { "action": "rename", 
/**
 * The player to rename.
 */
player: PlayerId, 
/**
 * The new name.
 */
name?: string, } | { "action": "close-tournament", 
/**
 * The tournament to call off.
 */
tournament: TournamentId, } | { "action": "rename-tournament", 
/**
 * The tournament.
 */
tournament: TournamentId, 
/**
 * The team; without one it is the tournament.
 */
entrant?: EntrantId, 
/**
 * The new name.
 */
name?: string, } | { "action": "revoke", 
/**
 * The player to sign out.
 */
player: PlayerId, } | { "action": "dismiss", 
/**
 * The report.
 */
report: ReportId, } | { "action": "resolve", 
/**
 * The report.
 */
report: ReportId, };

export type ModerateRequest = { 
/**
 * The action.
 */
do: Moderate, 
/**
 * Why: 3 to 300 characters.
 */
reason: string, 
/**
 * Because of which report.
 */
report?: ReportId, };

export type AuditLine = { 
/**
 * Its number, from 1, without gaps.
 */
n: number, 
/**
 * The time of the action, in milliseconds since 1970.
 */
at: number, 
/**
 * Which moderator; none for the host, on the command line.
 */
by: Profile | null, 
/**
 * The name of a [`Moderate`] action, `host-tournament` for a command of the host of a tournament that a moderator gave, or
 * `appoint` or `depose` for moderators themselves.
 */
action: string, 
/**
 * The player it concerns.
 */
player: Profile | null, 
/**
 * The table it concerns.
 */
table: TableId | null, 
/**
 * The tournament it concerns.
 */
tournament?: TournamentId, 
/**
 * The range of addresses it concerns.
 */
network: string | null, 
/**
 * Until when.
 */
until: number | null, 
/**
 * Because of which report.
 */
report: ReportId | null, 
/**
 * Further details: the name before a change of name, the command given in a tournament.
 */
detail: string | null, 
/**
 * The reason its author gave.
 */
reason: string, };

export type AuditPage = { 
/**
 * The lines, the latest first.
 */
lines: Array<AuditLine>, 
/**
 * Where the next page begins; none after the last one.
 */
next: string | null, };

export type TournamentId = string;

export type EntrantId = number;

export type PairingId = number;

export type TournamentKind = { "kind": "arena", 
/**
 * How long.
 */
minutes: number, 
/**
 * Whether wins count double after two wins in a row.
 */
streaks: boolean, } | { "kind": "swiss", 
/**
 * How many rounds.
 */
rounds: number, } | { "kind": "roundrobin", 
/**
 * Twice, with colours reversed.
 */
twice: boolean, 
/**
 * All games at the same time, as in correspondence, instead of round by round.
 */
at_once: boolean, } | { "kind": "knockout", 
/**
 * Whether the losers of the semi-finals play for the third place.
 */
third_place: boolean, };

export type TournamentStart = "hand" | { "at": number };

export type NextRound = "hand" | { "after": number };

export type Venue = "page" | "room";

export type TournamentSettings = { 
/**
 * Its name.
 */
name: string, 
/**
 * What the host writes about it.
 */
notes: string, 
/**
 * How opponents are found.
 */
kind: TournamentKind, 
/**
 * The game's id.
 */
game: string, 
/**
 * The game's options; missing ones have their defaults.
 */
options: { [key in string]: string }, 
/**
 * The clock.
 */
time: Time, 
/**
 * Whether teams of two play the four-player game.
 */
teams: boolean, 
/**
 * Whether games change ratings: for accounts only.
 */
rated: boolean, 
/**
 * Whether lists show it; otherwise only its link leads there.
 */
public: boolean, 
/**
 * When it starts; by the host by default.
 */
start: TournamentStart, 
/**
 * The most entrants; 32 by default.
 */
places: number, 
/**
 * Whether one may enter after the start: in arenas and Swiss events.
 */
late_entry: boolean, 
/**
 * Whether programs may enter.
 */
bots: boolean, 
/**
 * The level of the computer that fills an odd field.
 */
filler: number | null, 
/**
 * Where pairings are played unless a pairing is moved; on the page by default.
 */
venue: Venue, 
/**
 * When the next round is paired; half a minute after the last result by default.
 */
next_round: NextRound, };

export type GameResult = "white" | "black" | "draw" | "white-forfeit" | "black-forfeit" | "double-forfeit";

export type TournamentCommand = { "do": "enter", 
/**
 * The partner.
 */
partner?: PlayerId, 
/**
 * The team's name.
 */
team?: string, } | { "do": "agree", 
/**
 * The team.
 */
entrant: EntrantId, } | { "do": "withdraw", } | { "do": "absent", } | { "do": "return", } | { "do": "claim", 
/**
 * The pairing.
 */
pairing: PairingId, 
/**
 * The result.
 */
result: GameResult, } | { "do": "move", 
/**
 * The pairing.
 */
pairing: PairingId, 
/**
 * The new place of play.
 */
venue: Venue, } | { "do": "change", 
/**
 * All of them.
 */
settings: TournamentSettings, } | { "do": "start", } | { "do": "next-round", } | { "do": "pause", } | { "do": "resume", } | { "do": "remove", 
/**
 * The entrant to remove.
 */
entrant: EntrantId, } | { "do": "decide", 
/**
 * The pairing.
 */
pairing: PairingId, 
/**
 * The result.
 */
result: GameResult, } | { "do": "correct", 
/**
 * The pairing.
 */
pairing: PairingId, 
/**
 * The result.
 */
result: GameResult, 
/**
 * The reason, for the log.
 */
reason: string, } | { "do": "call-off", 
/**
 * The reason, for all who take part.
 */
reason: string, } | { "do": "rename", 
/**
 * The new name.
 */
name: string, 
/**
 * The team; without one it is the tournament.
 */
entrant?: EntrantId, };

export type TournamentAct = "enter" | "withdraw" | "absent" | "return" | "change" | "start" | "next-round" | "pause" | "resume" | "remove" | "decide" | "correct" | "call-off";

export type TournamentRequest = { 
/**
 * Any text of up to 64 characters, new for each thing to do.
 */
id?: string, } & ({ "do": "enter", 
/**
 * The partner.
 */
partner?: PlayerId, 
/**
 * The team's name.
 */
team?: string, } | { "do": "agree", 
/**
 * The team.
 */
entrant: EntrantId, } | { "do": "withdraw", } | { "do": "absent", } | { "do": "return", } | { "do": "claim", 
/**
 * The pairing.
 */
pairing: PairingId, 
/**
 * The result.
 */
result: GameResult, } | { "do": "move", 
/**
 * The pairing.
 */
pairing: PairingId, 
/**
 * The new place of play.
 */
venue: Venue, } | { "do": "change", 
/**
 * All of them.
 */
settings: TournamentSettings, } | { "do": "start", } | { "do": "next-round", } | { "do": "pause", } | { "do": "resume", } | { "do": "remove", 
/**
 * The entrant to remove.
 */
entrant: EntrantId, } | { "do": "decide", 
/**
 * The pairing.
 */
pairing: PairingId, 
/**
 * The result.
 */
result: GameResult, } | { "do": "correct", 
/**
 * The pairing.
 */
pairing: PairingId, 
/**
 * The result.
 */
result: GameResult, 
/**
 * The reason, for the log.
 */
reason: string, } | { "do": "call-off", 
/**
 * The reason, for all who take part.
 */
reason: string, } | { "do": "rename", 
/**
 * The new name.
 */
name: string, 
/**
 * The team; without one it is the tournament.
 */
entrant?: EntrantId, });

export type TournamentPhase = "open" | "running" | "finished" | "called-off";

export type EntrantPresence = "invited" | "present" | "absent" | "withdrawn";

export type TournamentLine = { 
/**
 * Its id, which is also its link.
 */
id: TournamentId, 
/**
 * Where it stands.
 */
phase: TournamentPhase, 
/**
 * Its settings.
 */
settings: TournamentSettings, 
/**
 * Who made it.
 */
host: Profile, 
/**
 * How many take part.
 */
entrants: number, 
/**
 * The last round that was paired; 0 before the start.
 */
round: number, 
/**
 * When it starts, if that is set, or started; milliseconds since 1970.
 */
starts: number | null, 
/**
 * When it ended, or an arena ends.
 */
ends: number | null, 
/**
 * The name of the winner, if there is one.
 */
winner: string | null, 
/**
 * Whether I take part.
 */
entered: boolean, };

export type TournamentsPage = { 
/**
 * The tournaments.
 */
tournaments: Array<TournamentLine>, 
/**
 * Where the next page begins: give it back as `before`.
 */
next: string | null, 
/**
 * Server time, for countdowns.
 */
now: number, };

export type TournamentDoor = { 
/**
 * The tournament.
 */
tournament: TournamentId, 
/**
 * Its link.
 */
link: string, };

export type EntrantView = { 
/**
 * Its number.
 */
id: EntrantId, 
/**
 * The name of a team; others are named after their player.
 */
team?: string, 
/**
 * Who plays: one, or two of a team.
 */
players: Array<Sitter>, 
/**
 * The rating at entry.
 */
rating: number | null, 
/**
 * Whether it is paired.
 */
presence: EntrantPresence, };

export type StandingView = { 
/**
 * From 1; those who are equal in everything share a rank.
 */
rank: number, 
/**
 * The entrant.
 */
entrant: EntrantId, 
/**
 * The points as people write them: `3½`.
 */
points: string, 
/**
 * The tie-breaks in the order of `tie_breaks` of the tournament, as people write them.
 */
ties: Array<string>, 
/**
 * Games won at the board.
 */
wins: number, 
/**
 * Games drawn.
 */
draws: number, 
/**
 * Games lost at the board.
 */
losses: number, };

export type PairingGameView = { 
/**
 * Its table, once it is open.
 */
table?: TableId, 
/**
 * The finished game, to be replayed. In live views it is missing.
 */
game?: GameId, 
/**
 * Its result, by the colours of this game: they are exchanged after each game of a pairing.
 */
result: GameResult | null, 
/**
 * Whether the host has corrected the result.
 */
corrected?: boolean, };

export type PairingView = { 
/**
 * Its number in the tournament.
 */
id: PairingId, 
/**
 * The round, from 1.
 */
round: number, 
/**
 * The table number, from 1.
 */
board: number, 
/**
 * White in the first game.
 */
white: EntrantId, 
/**
 * Black in the first game.
 */
black: EntrantId, 
/**
 * Where it is played.
 */
venue: Venue, 
/**
 * The games; the last one may be running.
 */
games: Array<PairingGameView>, 
/**
 * The result of the whole pairing, White of the first game first: `1–0`. None while it runs.
 */
score: string | null, 
/**
 * The results of the running game that White and Black of the pairing have entered, at a real board.
 */
claims?: [GameResult | null, GameResult | null], 
/**
 * Whether these differ: the host decides.
 */
disputed?: boolean, };

export type TournamentView = { 
/**
 * Its id, which is also its link.
 */
id: TournamentId, 
/**
 * The number of the last entry of its log.
 */
head: number, 
/**
 * Where it stands.
 */
phase: TournamentPhase, 
/**
 * Whether it is paused.
 */
paused: boolean, 
/**
 * Its settings.
 */
settings: TournamentSettings, 
/**
 * Who made it.
 */
host: Profile, 
/**
 * How many take part; those who left are not counted.
 */
taking_part: number, 
/**
 * The last round that was paired; 0 before the start. In an arena batches are counted, and not shown.
 */
round: number, 
/**
 * How many rounds there are in all, if that is known.
 */
rounds: number | null, 
/**
 * The next start or the pairing of the next round, if it is set.
 */
next_at: number | null, 
/**
 * When an arena ends.
 */
ends_at: number | null, 
/**
 * Why it was called off, in the words of the host.
 */
reason: string | null, 
/**
 * The entrants that `standings`, `pairings` and `byes` name; before the start the first 50.
 */
entrants: Array<EntrantView>, 
/**
 * The names of the tie-breaks.
 */
tie_breaks: Array<Words>, 
/**
 * The first 50 lines of the standings; empty before the start.
 */
standings: Array<StandingView>, 
/**
 * The pairings of the round, by table number: those without a result first, 50 at most. In an arena the running ones.
 */
pairings: Array<PairingView>, 
/**
 * How many pairings the round has; in an arena how many games run.
 */
pairing_count: number, 
/**
 * Those without an opponent in this round.
 */
byes: Array<EntrantId>, 
/**
 * Server time.
 */
now: number, };

export type MyEntry = { 
/**
 * Whether I am the host.
 */
host: boolean, 
/**
 * My entry, if I have entered.
 */
entrant: EntrantView | null, 
/**
 * Teams that wait for my agreement.
 */
invited: Array<EntrantView>, 
/**
 * My place.
 */
standing: StandingView | null, 
/**
 * My game, or one of mine without a result; the next one to play comes first.
 */
pairings: Array<PairingView>, 
/**
 * The opponents in these.
 */
opponents: Array<EntrantView>, 
/**
 * What I may do now.
 */
may: Array<TournamentAct>, 
/**
 * Why I cannot enter, if I have not and cannot.
 */
not_enter: Words | null, };

export type StandingsPage = { 
/**
 * The names of the tie-breaks.
 */
tie_breaks: Array<Words>, 
/**
 * The lines, the best first.
 */
standings: Array<StandingView>, 
/**
 * The entrants they name.
 */
entrants: Array<EntrantView>, 
/**
 * Give it back as `from` for the next page.
 */
next: number | null, };

export type PairingsPage = { 
/**
 * The pairings, the latest first; those of one round by table number.
 */
pairings: Array<PairingView>, 
/**
 * Those without an opponent, if one round was asked for.
 */
byes: Array<EntrantId>, 
/**
 * The entrants they name.
 */
entrants: Array<EntrantView>, 
/**
 * Give it back as `from` for the next page.
 */
next: number | null, };

export type CrossCell = { 
/**
 * The round, from 1.
 */
round: number, 
/**
 * The opponent; none for a bye.
 */
opponent: EntrantId | null, 
/**
 * The colour in the first game.
 */
side: Side | null, 
/**
 * Half points; none while the game runs.
 */
half_points: number | null, 
/**
 * Whether a game was played.
 */
played: boolean, };

export type CrossLine = { 
/**
 * The entrant.
 */
entrant: EntrantId, 
/**
 * The rank.
 */
rank: number, 
/**
 * The points as people write them.
 */
points: string, 
/**
 * Games and byes, in order; rounds in which the entrant was absent are missing. In an arena the last 30.
 */
cells: Array<CrossCell>, };

export type CrossTablePage = { 
/**
 * The lines.
 */
lines: Array<CrossLine>, 
/**
 * The entrants they name.
 */
entrants: Array<EntrantView>, 
/**
 * Give it back as `from` for the next page.
 */
next: number | null, };

export type ProgressLine = { 
/**
 * The entrant.
 */
entrant: EntrantId, 
/**
 * In half points; in an arena in points.
 */
points: Array<number>, };

export type ProgressPage = { 
/**
 * One line each, the best first.
 */
lines: Array<ProgressLine>, 
/**
 * The entrants they name.
 */
entrants: Array<EntrantView>, };

export type WhyPaired = { 
/**
 * To White of the first game.
 */
white: Array<Words>, 
/**
 * To Black.
 */
black: Array<Words>, };

export type TournamentNote = { 
/**
 * The number of its entry.
 */
n: number, 
/**
 * When, milliseconds since 1970.
 */
at: number, 
/**
 * The sentence, in both languages.
 */
words: Words, };

export type TournamentNotes = { 
/**
 * What happened.
 */
notes: Array<TournamentNote>, 
/**
 * Where the next page begins: give it back as `before`.
 */
next: number | null, };

export type WallBoard = { 
/**
 * Its pairing.
 */
pairing: PairingId, 
/**
 * Its table.
 */
table: TableId, 
/**
 * The clocks, by seat: White of this game first.
 */
clocks: Clocks | null, 
/**
 * Who is to move.
 */
to_move: Side | null, 
/**
 * How many turns were played.
 */
turns: number, };

export type WallView = { 
/**
 * The tournament.
 */
tournament: TournamentView, 
/**
 * The running games of `tournament.pairings` on the page.
 */
boards: Array<WallBoard>, 
/**
 * Its link, also as a QR code.
 */
invitation: Invitation, };

export type Code = "bad_request" | "invalid" | "bad_option" | "no_such_command" | "not_signed_in" | "wrong_password" | "second_factor_needed" | "wrong_code" | "wrong_origin" | "not_host" | "not_seated" | "guests_cannot" | "muted" | "banned" | "not_welcome" | "not_moderator" | "cannot_moderate" | "no_such_page" | "no_such_table" | "no_such_game" | "no_such_thing" | "mail_off" | "wrong_method" | "seat_taken" | "already_seated" | "not_running" | "already_started" | "seats_free" | "table_closed" | "challenge_over" | "not_your_turn" | "wrong_turn_number" | "wrong_game_number" | "illegal_turn" | "too_many_to_list" | "time_up" | "no_offer" | "offer_pending" | "not_now" | "game_paused" | "name_taken" | "bad_name" | "bad_password" | "too_slow" | "too_large" | "not_json" | "too_fast" | "too_many" | "closing" | "unavailable";

export type Problem = { 
/**
 * For programs.
 */
code: Code, 
/**
 * For people: what was wrong, and what would be right.
 */
message: Words, 
/**
 * A finer code: which rule forbids a turn.
 */
rule?: string, 
/**
 * The field of the request that is to blame, or the name of the option.
 */
field?: string, 
/**
 * The line of that field's text that is to blame, from 1.
 */
line?: number, 
/**
 * Seconds after which to try again.
 */
retry?: number, 
/**
 * Until when one is muted or banned, milliseconds since 1970.
 */
until?: number, };

export type FromClient = { "type": "watch", 
/**
 * The table.
 */
table: TableId, 
/**
 * The last event I have; without it, a snapshot is sent.
 */
since?: number, 
/**
 * The last message I have.
 */
chat?: MessageId, 
/**
 * Send the position with each event, and what may be touched when it is my turn.
 */
scenes: boolean, } | { "type": "unwatch", 
/**
 * The table.
 */
table: TableId, } | { "type": "watch-tournament", 
/**
 * The tournament.
 */
tournament: TournamentId, } | { "type": "unwatch-tournament", 
/**
 * The tournament.
 */
tournament: TournamentId, } | { "type": "do", 
/**
 * The table.
 */
table: TableId, 
/**
 * An id for the answer, and so that it happens once.
 */
id: string, 
/**
 * The command.
 */
command: Command, } | { "type": "say", 
/**
 * The table.
 */
table: TableId, 
/**
 * An id for the answer, and so that it is said once.
 */
id: string, 
/**
 * The words; a command if they begin with `/`.
 */
text: string, } | { "type": "branch", 
/**
 * The table.
 */
table: TableId, 
/**
 * An id for the answer.
 */
id: string, 
/**
 * The touches so far.
 */
touches: Array<Touch>, } | { "type": "why", 
/**
 * The table.
 */
table: TableId, 
/**
 * An id for the answer.
 */
id: string, 
/**
 * The touches so far.
 */
touches: Array<Touch>, 
/**
 * The one after them.
 */
touch: Touch, } | { "type": "pong", 
/**
 * The ping's number.
 */
ping: number, };

export type Head = { 
/**
 * The table.
 */
table: TableId, 
/**
 * The number.
 */
n: number, };

export type Goodbye = "restart" | "slow" | "silent" | "signed-out" | "too-large" | "banned";

export type FromServer = { "type": "hello", 
/**
 * Who you are.
 */
you: Profile | null, 
/**
 * Server time.
 */
now: number, } | { "type": "snapshot", 
/**
 * The table.
 */
table: TableView, 
/**
 * The last messages.
 */
chat: Array<ChatLine>, } | { "type": "event", 
/**
 * The table.
 */
table: TableId, 
/**
 * The event as this viewer may see it.
 */
event: EventView, 
/**
 * The position after it, if asked for.
 */
scene?: Scene, } | { "type": "chat", 
/**
 * The table.
 */
table: TableId, 
/**
 * The message.
 */
line: ChatLine, } | { "type": "retracted", 
/**
 * The table.
 */
table: TableId, 
/**
 * The deleted message.
 */
id: MessageId, } | { "type": "withdrawn", 
/**
 * The table.
 */
table: TableId, 
/**
 * Whose messages.
 */
author: PlayerId, } | { "type": "presence", 
/**
 * The table.
 */
table: TableId, 
/**
 * Seats whose player is connected, from 1.
 */
seats: Array<Seat>, 
/**
 * How many watch.
 */
watching: number, } | { "type": "notices", 
/**
 * How many were not read.
 */
unread: number, 
/**
 * The latest, if it was not read.
 */
latest: Notice | null, } | { "type": "tournament", 
/**
 * The tournament.
 */
tournament: TournamentView, } | { "type": "done", 
/**
 * Your id.
 */
id: string, 
/**
 * The number of the event it made.
 */
n: number, } | { "type": "said", 
/**
 * Your id.
 */
id: string, 
/**
 * The stored message, or the answer to a typed command.
 */
what: ChatReply, } | { "type": "branches", 
/**
 * Your id.
 */
id: string, 
/**
 * The branches.
 */
next: Array<Branch>, } | { "type": "why", 
/**
 * Your id.
 */
id: string, 
/**
 * The reason.
 */
why: TouchExplanation, } | { "type": "refused", 
/**
 * Your id, if the message had one that could be read.
 */
id: string | null, 
/**
 * The table your message was about, if it named one that could be read.
 */
table?: TableId, 
/**
 * The reason.
 */
problem: Problem, } | { "type": "ping", 
/**
 * Its number.
 */
ping: number, 
/**
 * Server time.
 */
now: number, 
/**
 * Your last round trip in milliseconds.
 */
lag: number | null, 
/**
 * The last events of the tables you watch: if you miss some, watch again.
 */
heads: Array<Head>, } | { "type": "goodbye", 
/**
 * The reason.
 */
reason: Goodbye, 
/**
 * Milliseconds to wait.
 */
retry: number, 
/**
 * Why one was banned, and until when.
 */
problem?: Problem, };

export type DeviceQuestion = "games" | { "board": string } | "laws" | { "look": Study } | { "branch": StudyBranch } | { "why": StudyWhy } | { "turns": Study } | { "key": Study } | { "picture": DevicePicture } | { "puzzles": PuzzleFilter } | { "daily": DailyPuzzle } | { "puzzle": string } | { "attempt": PuzzleAttempt } | { "solution": string } | { "read_record": string } | { "write_record": DeviceRecord };

export type DevicePicture = { 
/**
 * The position.
 */
study: Study, 
/**
 * `en` or `fr`.
 */
lang?: string, 
/**
 * The names of the points: `edges`, `none` or `all`.
 */
names?: string, };

export type PuzzleFilter = { 
/**
 * Only this game.
 */
game?: string, };

export type DailyPuzzle = { 
/**
 * Only this game.
 */
game?: string, 
/**
 * A moment of the day, milliseconds since 1970.
 */
now: number, };

export type PuzzleAttempt = { 
/**
 * The id of the puzzle.
 */
id: string, 
/**
 * Every turn since the position of the puzzle: own, reply, own, …
 */
turns: Array<string>, };

export type DeviceRecord = { 
/**
 * The game from its start, with all turns.
 */
study: Study, 
/**
 * Names, date and other headers.
 */
headers: { [key in string]: string }, 
/**
 * How it ended, if it has ended. It is read from the turns when a record is written.
 */
outcome?: Outcome, };

export type DeviceSearch = { 
/**
 * The position.
 */
study: Study, 
/**
 * The level of the engine, 1 to 8; its full strength by default.
 */
level?: number, 
/**
 * The most nodes.
 */
nodes?: number, 
/**
 * The most milliseconds.
 */
movetime?: number, 
/**
 * The most turns looked ahead.
 */
depth?: number, 
/**
 * How many turns to compare, 1 to 5; 1 by default.
 */
lines?: number, 
/**
 * The seed of what is left to chance.
 */
seed?: number, };

export type DeviceMoment = { 
/**
 * Milliseconds since 1970.
 */
now: number, 
/**
 * 32 hexadecimal digits from a source of random bits.
 */
random: string, };

export type DeviceEntry = { 
/**
 * Its number, from 1.
 */
n: number, 
/**
 * When, milliseconds since 1970.
 */
at: number, 
/**
 * What, as the server would store it.
 */
body: string, };

export type DeviceTableRequest = { "open": { 
/**
 * What is agreed; without a clock.
 */
open: OpenTable, 
/**
 * How the player is called.
 */
name: string, 
/**
 * Time and random bits of this request.
 */
moment: DeviceMoment, } } | { "load": { 
/**
 * Its id.
 */
table: TableId, 
/**
 * Its whole log.
 */
entries: Array<DeviceEntry>, 
/**
 * How the player is called.
 */
name: string, 
/**
 * Time and random bits of this request.
 */
moment: DeviceMoment, } } | { "look": { 
/**
 * The table.
 */
table: TableId, 
/**
 * Time and random bits of this request.
 */
moment: DeviceMoment, } } | { "act": { 
/**
 * The table.
 */
table: TableId, 
/**
 * The command.
 */
command: Command, 
/**
 * Time and random bits of this request.
 */
moment: DeviceMoment, } } | { "found": { 
/**
 * The table.
 */
table: TableId, 
/**
 * Whose turn it was, as in the request.
 */
thought: DeviceThought, 
/**
 * What it found.
 */
found: DeviceFound, 
/**
 * Time and random bits of this request.
 */
moment: DeviceMoment, } } | { "branch": { 
/**
 * The table.
 */
table: TableId, 
/**
 * The touches so far.
 */
touches: Array<Touch>, } } | { "why": { 
/**
 * The table.
 */
table: TableId, 
/**
 * The touches so far.
 */
touches: Array<Touch>, 
/**
 * The one after them.
 */
touch: Touch, } } | { "hint": { 
/**
 * The table.
 */
table: TableId, 
/**
 * Time and random bits of this request.
 */
moment: DeviceMoment, } } | { "hinted": { 
/**
 * The table.
 */
table: TableId, 
/**
 * The turn.
 */
turn: string, } } | { "record": { 
/**
 * The table.
 */
table: TableId, 
/**
 * Its date.
 */
date: string, } };

export type DeviceThought = { 
/**
 * The number of the game.
 */
game: number, 
/**
 * The number of the turn.
 */
turn: number, 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The position as the engine's side knows it, for the worker that thinks.
 */
request: string, };

export type DeviceFound = { 
/**
 * The turn; none if nothing can be played.
 */
turn: string | null, 
/**
 * Whether it judges its side's position as the better one.
 */
better: boolean, 
/**
 * How long it thought, in milliseconds.
 */
spent: number, };

export type DeviceStep = { 
/**
 * The table.
 */
table: TableId, 
/**
 * What is to be appended to its log, before anything of it is shown.
 */
entries: Array<DeviceEntry>, 
/**
 * What happened, as a server would send it.
 */
news: Array<DeviceNews>, 
/**
 * Why the command was refused.
 */
refused?: Problem, 
/**
 * The turn an engine has to find now.
 */
think?: DeviceThought, 
/**
 * What a list shows of the table.
 */
line: DeviceLine, };

export type DeviceNews = { "type": "snapshot", 
/**
 * The table.
 */
table: TableView, 
/**
 * Nothing.
 */
chat: Array<ChatLine>, } | { "type": "event", 
/**
 * The table.
 */
table: TableId, 
/**
 * The event.
 */
event: EventView, 
/**
 * The position after it.
 */
scene?: Scene, };

export type DeviceLine = { 
/**
 * Its id.
 */
id: TableId, 
/**
 * The game.
 */
game: string, 
/**
 * Where it stands.
 */
state: State, 
/**
 * The levels of its engines; none at a hot seat.
 */
engines: Array<number>, 
/**
 * Whether it is the player's turn.
 */
my_turn: boolean, 
/**
 * How many turns were played in the last game.
 */
turns: number, 
/**
 * How the last game ended.
 */
outcome: Outcome | null, 
/**
 * The colour of the player; none at a hot seat, or before the start.
 */
side: Side | null, 
/**
 * When something last happened, milliseconds since 1970.
 */
updated: number, };
