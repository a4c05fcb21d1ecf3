// Written by `cargo xtask gen` from crates/protocol. Do not edit.

export type TableId = string;

export type GameId = string;

export type PlayerId = string;

export type MessageId = string;

export type TokenId = string;

export type ReportId = string;

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
 * Whether the game starts by itself as soon as the seats are taken, though somebody has opened the table.
 */
autostart?: boolean, 
/**
 * The position games begin from, as a set-up, unless that is the usual start.
 */
from?: string, };

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
 * Whether the turns are kept, and who finds the game; `on` unless said.
 */
log?: Log, 
/**
 * Whether the lobby shows it; false by default.
 */
public: boolean, 
/**
 * How colours are given; if a seat is asked for: chosen, otherwise random.
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
 * Whether somebody is connected there.
 */
present: boolean, };

export type OfferView = { 
/**
 * The number of its event: say it with the answer, and a stale answer does no harm.
 */
n: number, 
/**
 * The seat that offers; none if somebody who does not sit asks to.
 */
by: Seat | null, 
/**
 * What.
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
 * How it ended.
 */
outcome: Outcome | null, };

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

export type Door = { 
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

export type Archived = { 
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
 * The record as text; none if the game was played without a log.
 */
record: string | null, };

export type Command = { "do": "join", 
/**
 * Which seat; the first free one by default.
 */
seat?: SeatChoice, } | { "do": "leave" } | { "do": "engine", 
/**
 * Where.
 */
seat: SeatChoice, 
/**
 * 1 to 8.
 */
level: number, } | { "do": "free", 
/**
 * Which.
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
 * Where.
 */
seat: SeatChoice, 
/**
 * 1 to 8.
 */
level: number, } | { "do": "free", 
/**
 * Which.
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
 * Who.
 */
newcomer: Profile, };

export type Event = { "type": "opened", 
/**
 * What was agreed.
 */
setup: Setup, 
/**
 * By whom.
 */
host: Profile, } | { "type": "changed", 
/**
 * Everything that is agreed now.
 */
setup: Setup, } | { "type": "seated", 
/**
 * Where.
 */
seat: Seat, 
/**
 * Who.
 */
sitter: Sitter, } | { "type": "freed", 
/**
 * Which.
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
 * What.
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
 * How.
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
 * By whom.
 */
host: Profile, } | { "type": "changed", 
/**
 * Everything that is agreed now.
 */
setup: Setup, } | { "type": "seated", 
/**
 * Where.
 */
seat: Seat, 
/**
 * Who.
 */
sitter: Sitter, } | { "type": "freed", 
/**
 * Which.
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
 * What.
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
 * How.
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

export type Placed = { 
/**
 * The point, by its place in the board's list.
 */
at: number, 
/**
 * `stone`, `ring`, `marker`, `alien`, `amazon`, `pawn`, `zen`.
 */
piece: string, 
/**
 * Whose.
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
 * Whose.
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
 * Whose.
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
pieces: Array<Placed>, 
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
pieces: Array<Placed>, };

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
 * The board of the usual start.
 */
board: string, 
/**
 * The pieces of a typical position on that board, for a picture of the game.
 */
sample: Array<Placed>, 
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
 * The number of pages that can be printed to play it on paper.
 */
sheets: number, };

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
 * What it is unless said.
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
 * Its options; what is not said takes its default. In Yin Yang `laws_black` and `laws_white` may be given.
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
 * Its options; what is not said takes its default. In Yin Yang `laws_black` and `laws_white` may be given.
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
 * Its options; what is not said takes its default. In Yin Yang `laws_black` and `laws_white` may be given.
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
 * Its options; what is not said takes its default. In Yin Yang `laws_black` and `laws_white` may be given.
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

export type Why = { 
/**
 * In words.
 */
message: Words, 
/**
 * For programs, the rule; `possible` if nothing forbids it.
 */
rule: string, };

export type Room = "players" | "spectators";

export type Say = { 
/**
 * An id chosen by the client: a message sent twice with one id is stored once.
 */
id?: string, 
/**
 * The words.
 */
text: string, };

export type Said = { "type": "said", 
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
 * When.
 */
at: number, 
/**
 * Where.
 */
room: Room, 
/**
 * Who.
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
 * Messages of late that were deleted: forget those you have.
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
guest: boolean, };

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
guest: boolean, };

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
words?: boolean, };

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
 * Whether it is the one that asks.
 */
this: boolean, };

export type Written = { 
/**
 * At which table.
 */
table: TableId, 
/**
 * When.
 */
at: number, 
/**
 * The words.
 */
text: string, };

export type MyReport = { 
/**
 * When.
 */
at: number, 
/**
 * Why.
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
 * The tables where one sits.
 */
tables: Array<MyTable>, 
/**
 * What one wrote.
 */
chat: Array<Written>, 
/**
 * One's finished games, with records.
 */
games: Array<Archived>, 
/**
 * What one reported.
 */
reports: Array<MyReport>, };

export type MailLanguage = "en" | "fr";

export type Registered = { 
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
guest: boolean, };

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
 * Since when a second factor is asked for, milliseconds since 1970.
 */
second_factor: number | null, 
/**
 * The mail address; none where the site sends no mail.
 */
mail: MailState | null, };

export type TotpSecret = { 
/**
 * The secret in base 32, for an app that is told by hand.
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

export type Online = { 
/**
 * Players with an open socket at the node that answers, guests included.
 */
players: number, };

export type MyTable = { 
/**
 * Whether it is my turn.
 */
my_turn: boolean, 
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
ended: number, };

export type GamesPage = { 
/**
 * The games.
 */
games: Array<GameLine>, 
/**
 * Where the next page begins: give it back as `before`.
 */
next: string | null, };

export type Pairing = { 
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
time: Time, };

export type Paired = { 
/**
 * The table.
 */
table: TableId, 
/**
 * Whether the game has started; otherwise one waits for somebody.
 */
started: boolean, };

export type ArchiveQuery = { 
/**
 * The game's id.
 */
game?: string, 
/**
 * Options that differ from the usual ones, such as `variant=blitz`; several behind each other with spaces. The word
 * `standard` asks for games with none.
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
games: Array<GameLine>, };

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

export type Import = { 
/**
 * A record as text or JSON, or a YINSH game of Boardspace's as SGF.
 */
text: string, };

export type Imported = { 
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

export type Length = { 
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
lengths: Array<Length>, 
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
 * Who.
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
 * Its options; what is not said takes its default. In Yin Yang `laws_black` and `laws_white` may be given.
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
 * Who.
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
 * Why.
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
 * Why.
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
 * The game of the archive it comes from.
 */
from: GameId | null, 
/**
 * The day it is the puzzle of, if it was asked for as that: `2026-11-16`.
 */
day: string | null, 
/**
 * The puzzles before and after it, of the same game.
 */
before: string | null, 
/**
 * The one after it.
 */
after: string | null, };

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
wins_in: number, };

export type Puzzles = { 
/**
 * The puzzles.
 */
puzzles: Array<PuzzleLine>, };

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
message: Words, };

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
game: GameId, };

export type ReportReason = "insult" | "spam" | "cheating" | "unsporting" | "name" | "other";

export type NewReport = { 
/**
 * What.
 */
subject: ReportSubject, 
/**
 * Why.
 */
reason: ReportReason, 
/**
 * In one's own words, at most 300 characters.
 */
note?: string, };

export type Reported = { 
/**
 * Whether an open report of the same was there already, which this one was joined to.
 */
joined: boolean, };

export type Complaint = { 
/**
 * Who.
 */
from: Profile, 
/**
 * When.
 */
at: number, 
/**
 * Why.
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
 * Where.
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

export type Standing = { 
/**
 * Who.
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

export type Settled = { 
/**
 * When.
 */
at: number, 
/**
 * Whether it was found to be right.
 */
upheld: boolean, };

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
 * Whom it is about: the author, the player of the name, or everybody who plays.
 */
about: Array<Standing>, 
/**
 * The name as it was, for a report of a name.
 */
name: string | null, 
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
settled: Settled | null, };

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
 * Why.
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
 * Who.
 */
player: PlayerId, 
/**
 * For how long.
 */
minutes: number, } | { "action": "unmute", 
/**
 * Who.
 */
player: PlayerId, } | { "action": "ban", 
/**
 * Who.
 */
player: PlayerId, 
/**
 * For how long.
 */
minutes?: number, } | { "action": "unban", 
/**
 * Who.
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
 * Which.
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
 * Which.
 */
table: TableId, } | { "action": "rename", 
/**
 * Who.
 */
player: PlayerId, 
/**
 * The new name.
 */
name?: string, } | { "action": "revoke", 
/**
 * Who.
 */
player: PlayerId, } | { "action": "dismiss", 
/**
 * Which.
 */
report: ReportId, } | { "action": "resolve", 
/**
 * Which.
 */
report: ReportId, };

export type ModerateRequest = { 
/**
 * What.
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
 * When.
 */
at: number, 
/**
 * Which moderator; none for the host, on the command line.
 */
by: Profile | null, 
/**
 * What: the name of a [`Moderate`] action, or `appoint` or `depose` for moderators themselves.
 */
action: string, 
/**
 * To whom.
 */
player: Profile | null, 
/**
 * At which table.
 */
table: TableId | null, 
/**
 * Which range of addresses.
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
 * What else there is to know: the name before a change of name.
 */
detail: string | null, 
/**
 * Why.
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

export type Code = "bad_request" | "invalid" | "bad_option" | "no_such_command" | "not_signed_in" | "wrong_password" | "second_factor_needed" | "wrong_code" | "wrong_origin" | "not_host" | "not_seated" | "guests_cannot" | "muted" | "banned" | "not_moderator" | "cannot_moderate" | "no_such_page" | "no_such_table" | "no_such_game" | "no_such_thing" | "mail_off" | "wrong_method" | "seat_taken" | "already_seated" | "not_running" | "already_started" | "seats_free" | "table_closed" | "not_your_turn" | "wrong_turn_number" | "wrong_game_number" | "illegal_turn" | "too_many_to_list" | "time_up" | "no_offer" | "offer_pending" | "not_now" | "game_paused" | "name_taken" | "bad_name" | "bad_password" | "too_slow" | "too_large" | "not_json" | "too_fast" | "too_many" | "closing" | "unavailable";

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
 * Which.
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
 * Which.
 */
table: TableId, } | { "type": "do", 
/**
 * Where.
 */
table: TableId, 
/**
 * An id for the answer, and so that it happens once.
 */
id: string, 
/**
 * What.
 */
command: Command, } | { "type": "say", 
/**
 * Where.
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
 * Where.
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
 * Where.
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
 * Where.
 */
table: TableId, 
/**
 * What.
 */
event: EventView, 
/**
 * The position after it, if asked for.
 */
scene?: Scene, } | { "type": "chat", 
/**
 * Where.
 */
table: TableId, 
/**
 * What.
 */
line: ChatLine, } | { "type": "retracted", 
/**
 * Where.
 */
table: TableId, 
/**
 * Which.
 */
id: MessageId, } | { "type": "withdrawn", 
/**
 * Where.
 */
table: TableId, 
/**
 * Whose messages.
 */
author: PlayerId, } | { "type": "presence", 
/**
 * Where.
 */
table: TableId, 
/**
 * Seats with somebody connected, from 1.
 */
seats: Array<Seat>, 
/**
 * How many watch.
 */
watching: number, } | { "type": "done", 
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
 * What.
 */
what: Said, } | { "type": "branches", 
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
why: Why, } | { "type": "refused", 
/**
 * Your id, if the message had one that could be read.
 */
id: string | null, 
/**
 * The table your message was about, if it named one that could be read.
 */
table?: TableId, 
/**
 * Why.
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
 * Why.
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
