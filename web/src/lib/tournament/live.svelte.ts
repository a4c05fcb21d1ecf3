/** A tournament as we see it, kept up to date: the common view comes by the socket, our own part is requested. */
import { attempt, get, post } from '../api/http';
import { connection, type Connection } from '../api/socket.svelte';
import type { MyEntry, Problem, TournamentCommand, TournamentView } from '../api/types';
import { session } from '../session.svelte';
import { ensureSignedIn } from '../tables';

export const tournamentApi = (id: string, ...parts: string[]): string =>
  ['/api/tournaments', encodeURIComponent(id), ...parts].join('/');

/** The environment of a live tournament. */
export interface TournamentEnv {
  connection: Pick<Connection, 'followTournament'>;
  view: (id: string) => Promise<TournamentView>;
  mine: (id: string) => Promise<MyEntry | null>;
}

const PAGE: TournamentEnv = {
  connection,
  view: (id) => get<TournamentView>(tournamentApi(id)),
  // The own part of a client without a session.
  mine: async (id) => (session.me ? get<MyEntry>(tournamentApi(id, 'me')) : null),
};

export class LiveTournament {
  view: TournamentView | null = $state.raw(null);
  /** Our own part: entry, games, commands; `null` for a client without a session. */
  mine: MyEntry | null = $state.raw(null);
  /** Whether it was requested for the present session, and answered or not. */
  asked = $state(false);
  /** The refusal, if the tournament cannot be shown. */
  problem: Problem | null = $state.raw(null);
  private stop: () => void = () => undefined;
  private closed = false;
  private asking: Promise<void> | null = null;
  private again = false;

  constructor(
    readonly id: string,
    private readonly env: TournamentEnv = PAGE,
  ) {
    void this.begin();
  }

  /** Loads the view, first over HTTP: only there a wrong link differs from a lost connection. */
  private async begin(): Promise<void> {
    this.problem = await attempt(async () => this.take(await this.env.view(this.id)));
    if (this.closed || this.problem) return;
    this.stop = this.env.connection.followTournament(this.id, (view) => this.take(view));
  }

  /** A view that is older than the one we have is ignored: messages and answers may overtake each other. */
  private take(view: TournamentView): void {
    const known = this.view;
    if (this.closed || (known && (view.head < known.head || (view.head === known.head && view.now < known.now)))) return;
    const changed = view.head !== known?.head;
    this.view = view;
    if (changed) void this.refreshMine();
  }

  /** Requests our own part; if it is called again before the answer, one more request follows. */
  refreshMine(): Promise<void> {
    if (this.asking) {
      this.again = true;
      return this.asking;
    }
    this.asking = this.askMine().finally(() => (this.asking = null));
    return this.asking;
  }

  private async askMine(): Promise<void> {
    do {
      this.again = false;
      const { known } = session;
      const refused = await attempt(async () => {
        this.mine = await this.env.mine(this.id);
      });
      if (refused?.code === 'not_signed_in') this.mine = null;
      this.asked ||= known;
    } while (this.again as boolean);
  }

  /** Sends a command; throws the refusal of the server. */
  async do(command: TournamentCommand): Promise<void> {
    await ensureSignedIn();
    await post(tournamentApi(this.id, 'do'), command);
    const view = await this.env.view(this.id);
    this.take(view);
    await this.refreshMine();
  }

  close(): void {
    this.closed = true;
    this.stop();
  }
}
