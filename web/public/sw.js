/*
 * Lets the page open without a network: it keeps the page itself (the shell) and the files it has used. Games live on the
 * server, so nothing under /api is ever touched.
 */
const CACHE = 'taijitu-1';
const SHELL = '/';
/** Files whose names do not change with their content. */
const NAMED = ['/theme.js', '/icon.svg', '/manifest.webmanifest'];

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll([SHELL, ...NAMED]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request));
  else if (NAMED.includes(url.pathname)) event.respondWith(named(request));
});

/** A screen: from the network, and if that is away the shell, which says so politely. */
async function page(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.headers.get('content-type')?.startsWith('text/html')) await keepShell(cache, answer.clone());
    return answer;
  } catch {
    return (await cache.match(SHELL)) ?? Response.error();
  }
}

/** Another shell is another version of the page, which uses other assets: the old ones go. */
async function keepShell(cache, answer) {
  const [before, now] = await Promise.all([cache.match(SHELL).then((kept) => kept?.text()), answer.clone().text()]);
  if (before === now) return;
  const requests = await cache.keys();
  const old = requests.filter(({ url }) => new URL(url).pathname.startsWith('/assets/'));
  await Promise.all(old.map((request) => cache.delete(request)));
  await cache.put(SHELL, answer);
}

/** The name of an asset changes with its content: what is here is right. */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

async function named(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch {
    return (await cache.match(request)) ?? Response.error();
  }
}
