/** Pictures of positions: drawn on this device, or by the server. */
import { pictureAddress, studyOf } from '../api/study';
import type { Diagram } from '../learn/lesson';
import type { Language } from '../messages/index.svelte';
import { ask } from './deviceOrServer';

/** What an `img` shows: a picture drawn here, or the address of the server's. */
export async function pictureHere(game: string, diagram: Diagram, language: Language): Promise<string> {
  const { names } = diagram;
  const about = { study: studyOf(game, diagram), lang: language, ...(names ? { names } : {}) };
  const server = () => Promise.resolve(pictureAddress(game, diagram, language));
  const drawn = await ask<string>(game, { picture: about }, server).catch(server);
  return drawn.startsWith('<') ? `data:image/svg+xml,${encodeURIComponent(drawn)}` : drawn;
}
