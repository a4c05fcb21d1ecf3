/** When it is your turn and you look elsewhere: a notification, if you asked for them. The tab's title says it too. */
import { settings } from '../settings.svelte';

/** Tells somebody who looks elsewhere. */
export function notify(title: string, body: string): void {
  if (!settings.notify || document.visibilityState === 'visible') return;
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  try {
    const note = new Notification(title, { body, tag: 'taijitu-turn', icon: '/icon-192.png' });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // Some phones allow notifications to service workers only; the title has the mark then.
  }
}
