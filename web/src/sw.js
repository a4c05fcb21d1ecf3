/*
 * Lets the page open and play without a network: it keeps the whole page (the shell, every screen, lessons, rulebooks, the
 * rules and engines). Games with other people live on the server, so nothing under /api is ever touched.
 *
 * Each version of the page has a cache of its own. A new version is loaded beside the old one and takes over when no tab
 * uses the old one any more, or when the reader asks for it: what a tab has begun it can finish.
 */
const VERSION = '__VERSION__';
const CACHE = `taijitu-${VERSION}`;
const SHELL = '/';
/** Files whose names change with their content. */
const FILES = __FILES__;
/** Files whose names do not. */
const NAMED = ['/theme.js', '/icon.svg', '/manifest.webmanifest'];
/** How many files are loaded at a time: a page that is being used comes first. */
const AT_A_TIME = 4;

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request));
  else if (NAMED.includes(url.pathname)) event.respondWith(named(request));
});

/** Loads everything the page is made of; what another version has already is not loaded again. */
async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll([SHELL, ...NAMED]);
  const missing = [...FILES];
  const load = async () => {
    for (let file = missing.shift(); file; file = missing.shift()) {
      const kept = await caches.match(file);
      if (kept) await cache.put(file, kept);
      else await cache.add(file);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, load));
}

/** A screen: from the network, and if that is away the shell of this version. */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    const cache = await caches.open(CACHE);
    return (await cache.match(SHELL)) ?? Response.error();
  }
}

/** The name of an asset changes with its content: what is here is right. */
async function asset(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? fetch(request);
}

async function named(request) {
  try {
    return await fetch(request);
  } catch {
    const cache = await caches.open(CACHE);
    return (await cache.match(request)) ?? Response.error();
  }
}

/** A message of the server while the page may be closed: a sentence, and where it leads. */
self.addEventListener('push', (event) => {
  let message = {};
  try {
    message = event.data?.json() ?? {};
  } catch {
    // What is no JSON is not ours.
  }
  const { body = '', url = '/' } = message;
  const options = { body, tag: url, icon: '/icon-192.png', badge: '/icon-192.png', data: { url } };
  event.waitUntil(self.registration.showNotification('Taijitu', options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data?.url ?? '/'));
});

/** Shows an address of this site: in a window that is open, or in a new one. */
async function show(address) {
  const url = new URL(address, location.origin);
  if (url.origin !== location.origin) return;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find((client) => new URL(client.url).pathname === url.pathname) ?? windows[0];
  if (!shown) {
    await self.clients.openWindow(url.href);
    return;
  }
  await shown.focus();
  if (new URL(shown.url).pathname !== url.pathname) await shown.navigate(url.href);
}
