/** Keys that work everywhere on the page. */

/** What takes keys itself; a switch or a box to tick takes only the space bar. */
const FIELDS = 'input:not([type=checkbox]), textarea, select, dialog';

/** Whether a key is meant for the page: not for a field, a dialog or the browser. */
export function isForPage(event: KeyboardEvent): boolean {
  const typing = event.target instanceof Element && event.target.closest(FIELDS) !== null;
  return !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
}
