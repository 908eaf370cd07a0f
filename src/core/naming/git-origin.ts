/**
 * Git remote URLs. In CI they often carry a token (`https://x-access-token:...@host/...`), so user information is removed before
 * a URL is stored or logged. Such a URL is not rejected.
 */

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//;

export function withoutUserInfo(origin: string): string {
  const scheme = SCHEME.exec(origin)?.[0];
  if (scheme === undefined) return withoutScpPassword(origin);
  const rest = origin.slice(scheme.length);
  const authorityEnd = firstIndexOf(rest, '/?#');
  const authority = rest.slice(0, authorityEnd);
  return scheme + authority.slice(authority.lastIndexOf('@') + 1) + rest.slice(authorityEnd);
}

/** In `git@host:path` the user name is not a secret; in `user:secret@host:path` the user information contains one. */
function withoutScpPassword(origin: string): string {
  const at = origin.indexOf('@');
  const colon = origin.indexOf(':');
  return at !== -1 && colon !== -1 && colon < at ? origin.slice(at + 1) : origin;
}

function firstIndexOf(text: string, characters: string): number {
  for (let index = 0; index < text.length; index += 1) {
    if (characters.includes(text.charAt(index))) return index;
  }
  return text.length;
}
