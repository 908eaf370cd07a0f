/** Pages for people who are not signed in, and where one goes afterwards. */

const PATHS = new Set(['/sign-in', '/forgot-password']);
const PREFIXES = ['/invite/', '/reset-password/'];

export function isPublicPath(pathname: string): boolean {
  return PATHS.has(pathname) || PREFIXES.some((prefix) => pathname.startsWith(prefix));
}

/** One slash and then something else: `//host` and `/\host` would lead to another server. */
const OWN_PATH = /^\/(?![/\\])/;

/** Undefined for whatever is not a path of the portal. */
export function toOwnPath(text: unknown): string | undefined {
  return typeof text === 'string' && OWN_PATH.test(text) ? text : undefined;
}
