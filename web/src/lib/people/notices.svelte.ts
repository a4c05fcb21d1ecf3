/** The bell: the notices of this player, the same on every device. */
import { get, post } from '../api/http';
import { connection } from '../api/socket.svelte';
import type { Notice, Notices } from '../api/types';
import { session } from '../session.svelte';

class Bell {
  /** How many were not read. */
  unread = $state(0);
  /** The notices, once they were asked for. */
  list: Notice[] | null = $state.raw(null);
}

export const bell = new Bell();

export async function refreshNotices(): Promise<void> {
  const all = session.me ? await get<Notices>('/api/me/notices') : { notices: [], unread: 0 };
  [bell.list, bell.unread] = [all.notices, all.unread];
}

/** Everything that is shown was read. */
export async function readNotices(): Promise<void> {
  const last = bell.list?.[0]?.n;
  if (last === undefined || bell.unread === 0) return;
  await post('/api/me/notices/read', { upto: last });
  bell.unread = 0;
}

/** Keeps the connection open while a player is signed in, and receives notices. Returns a function that stops it. */
export function listenForNotices(): () => void {
  connection.onnotices = ({ unread }) => {
    bell.unread = unread;
    // A screen that lists the notices is updated.
    if (bell.list !== null) void refreshNotices().catch(() => undefined);
  };
  connection.want(true);
  return () => {
    connection.want(false);
    [bell.unread, bell.list] = [0, null];
  };
}
