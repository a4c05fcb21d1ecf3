/** Notifications that it is the reader's turn, while the page is hidden and if they are turned on. The tab's title shows it too. */
import { settings } from '../settings.svelte';

/** Alerts a player whose page is hidden. */
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
