/** Tokens in the links of mails are behind the `#` of an address, which browsers do not send. */

/** The token in the `#…` of an address; `undefined` if that is something else, such as the way to the content. */
export function tokenIn(hash: string): string | undefined {
  return /^[0-9a-f]{64}$/.test(hash) ? hash : undefined;
}

/** Takes the token out of the address bar: others may see the screen or the history. */
export function hideToken(): void {
  history.replaceState(null, '', location.pathname);
}
