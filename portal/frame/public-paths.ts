/** Pages that need no sign-in, and the page to open after signing in. */

const PATHS = new Set(['/sign-in', '/forgot-password']);
const PREFIXES = ['/invite/', '/reset-password/', '/unsubscribe/'];

export function isPublicPath(pathname: string): boolean {
  return PATHS.has(pathname) || PREFIXES.some((prefix) => pathname.startsWith(prefix));
}

/** A single leading slash: `//host` and `/\host` would lead to another server. */
const OWN_PATH = /^\/(?![/\\])/;

/** Returns undefined for anything but a path of the portal. */
export function toOwnPath(text: unknown): string | undefined {
  return typeof text === 'string' && OWN_PATH.test(text) ? text : undefined;
}
