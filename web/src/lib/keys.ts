/** Keys that the page hears everywhere. */

/** Whether a key is meant for the page: not for a field, a dialog or the browser. */
export function isForPage(event: KeyboardEvent): boolean {
  const typing = event.target instanceof Element && event.target.closest('input, textarea, select, dialog') !== null;
  return !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
}
