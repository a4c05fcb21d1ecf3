/** Messages of the browser while the page is closed: Web Push. */
import { get, put, remove } from '../api/http';
import type { PushInfo } from '../api/types';
import { language } from '../messages/index.svelte';

/** Whether this browser supports push messages. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** How long a service worker may take to be ready, in milliseconds: in development there is none. */
const READY_MS = 4000;

async function worker(): Promise<ServiceWorkerRegistration | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), READY_MS));
  return Promise.race([navigator.serviceWorker.ready, late]);
}

/** Whether this browser has a push subscription. */
export async function isSubscribed(): Promise<boolean> {
  if (!canPush() || Notification.permission !== 'granted') return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) != null;
}

/** The outcome of subscribing. */
export type PushResult = 'on' | 'blocked' | 'missing';

/** Asks for the browser's permission, and sends its push address to the server. */
export async function subscribe(): Promise<PushResult> {
  if (!canPush()) return 'missing';
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked';
  const registration = await worker();
  if (!registration) return 'missing';
  const { key } = await get<PushInfo>('/api/me/push');
  let subscription: PushSubscription;
  try {
    subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  } catch {
    return 'missing';
  }
  const { endpoint, keys } = subscription.toJSON();
  const [p256dh, auth] = [keys?.['p256dh'], keys?.['auth']];
  if (!endpoint || !p256dh || !auth) return 'missing';
  await put('/api/me/push', { endpoint, p256dh, auth, french: language.current === 'fr' });
  return 'on';
}

/** Ends the push subscription of this browser. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  await remove('/api/me/push', { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
