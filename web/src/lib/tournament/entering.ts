/** Entering a tournament: alone, or with a partner. */
import { get } from '../api/http';
import { ensureSignedIn } from '../tables';
import type { PlayerNumbers, TournamentCommand } from '../api/types';
import type { LiveTournament } from './live.svelte';

export interface TournamentEntry {
  /** The name of the partner, where teams play. */
  partner: string;
  team: string;
  /** The name for a new guest; empty for a drawn name. */
  called: string;
}

/** The command that enters; a partner is looked up by name. */
export async function entryCommand(
  { partner, team }: Pick<TournamentEntry, 'partner' | 'team'>,
  idOf: (name: string) => Promise<string>,
): Promise<TournamentCommand> {
  if (partner.trim() === '') return { do: 'enter' };
  return { do: 'enter', partner: await idOf(partner.trim()), team: team.trim() };
}

async function playerId(name: string): Promise<string> {
  const { player } = await get<PlayerNumbers>(`/api/players/${encodeURIComponent(name)}`);
  return player.id;
}

export async function enter(live: LiveTournament, entry: TournamentEntry): Promise<void> {
  await ensureSignedIn(entry.called.trim());
  await live.do(await entryCommand(entry, playerId));
}
