/**
 * The tables on this device: the log of each, entry by entry, and a line for lists. As at a server, a number of a log is
 * written once: of two tabs that play the same turn, the slower one gets an error.
 */
import type { DeviceEntry, DeviceLine } from '../api/types';

const NAME = 'taijitu';
const VERSION = 1;

/** A table in the list. */
export interface KeptTable extends DeviceLine {
  /** The game of the archive that the last game was sent to. */
  sent?: string;
}

/** Another tab has written an entry with the same number. */
export class Conflict extends Error {}

let opening: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('tables', { keyPath: 'id' });
      request.result.createObjectStore('log', { keyPath: ['table', 'n'] });
    };
    request.onsuccess = () => {
      // A newer page in another tab may change the database; this one opens it again.
      request.result.onversionchange = () => {
        request.result.close();
        opening = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error('the database of the browser was not opened'));
  });
  opening.catch(() => (opening = undefined));
  return opening;
}

const all = (table: string) => IDBKeyRange.bound([table, 0], [table, Number.MAX_SAFE_INTEGER]);

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database of the browser failed'));
  });

const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => {
      const { error } = transaction;
      reject(error?.name === 'ConstraintError' ? new Conflict() : (error ?? new Error('nothing was written')));
    };
  });

/** Adds entries to a log and renews the line of its table: both or neither. */
export async function append(line: DeviceLine, entries: readonly DeviceEntry[]): Promise<void> {
  const db = await database();
  // Strict: what was shown is still there after the battery ran out.
  const transaction = db.transaction(['tables', 'log'], 'readwrite', { durability: 'strict' });
  const done = ended(transaction);
  for (const entry of entries) transaction.objectStore('log').add({ table: line.id, ...entry });
  transaction.objectStore('tables').put(line satisfies KeptTable);
  await done;
}

/** The log of a table, in order; empty if there is none. */
export async function read(table: string): Promise<DeviceEntry[]> {
  const db = await database();
  const kept = await answered(db.transaction('log').objectStore('log').getAll(all(table)) as IDBRequest<DeviceEntry[]>);
  return kept.map(({ n, at, body }) => ({ n, at, body }));
}

/** All tables, the last one used first. */
export async function list(): Promise<KeptTable[]> {
  const db = await database();
  const kept = await answered(db.transaction('tables').objectStore('tables').getAll() as IDBRequest<KeptTable[]>);
  return kept.sort((a, b) => b.updated - a.updated);
}

/** Remembers where the last game of a table was sent to. */
export async function rememberSent(table: string, game: string): Promise<void> {
  const db = await database();
  const transaction = db.transaction('tables', 'readwrite');
  const done = ended(transaction);
  const store = transaction.objectStore('tables');
  const line = await answered(store.get(table) as IDBRequest<KeptTable | undefined>);
  if (line) store.put({ ...line, sent: game });
  await done;
}

/** Deletes a table with its log. */
export async function remove(table: string): Promise<void> {
  const db = await database();
  const transaction = db.transaction(['tables', 'log'], 'readwrite');
  const done = ended(transaction);
  transaction.objectStore('tables').delete(table);
  transaction.objectStore('log').delete(all(table));
  await done;
}
