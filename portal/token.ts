/**
 * The integration token of this tab. It lives in `sessionStorage`, which ends with the tab, and never in `localStorage`. Signing
 * in with a session cookie, which no script can read, replaces this file.
 */

const KEY = 'assay-token';

export function readToken(): string | undefined {
  return sessionStorage.getItem(KEY) ?? undefined;
}

export function keepToken(token: string): void {
  sessionStorage.setItem(KEY, token);
}

export function dropToken(): void {
  sessionStorage.removeItem(KEY);
}
