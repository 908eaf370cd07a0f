/**
 * Resolves a bearer token to a principal. Missing, malformed, unknown, wrong, expired and revoked tokens get the same response,
 * and an unknown id costs the same work as a wrong secret. A valid token is cached for at most one second, so a revocation takes
 * effect everywhere within that time; concurrent requests share one lookup.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Database } from '../../store/database.ts';
import { findToken, findTokenDirectoryEntry, touchToken, type Token } from '../../store/people/tokens.ts';
import { type Principal, isScope } from '../principal.ts';
import { hashToken, parseTokenSecret } from '../secrets.ts';

const REMEMBER_MS = 1_000;
const REMEMBERED_MAX = 10_000;
const TOUCH_EVERY_MS = 60_000;
const NO_TOKEN = hashToken('');

export interface Authenticator {
  /** Takes the value of the Authorization header. Returns undefined if the token is not valid. */
  authenticate(header: string | undefined): Promise<Principal | undefined>;
  /** Drops a revoked token from the cache, so that this process refuses it at once. */
  forget(publicId: string): void;
}

interface Remembered {
  readonly publicId: string;
  readonly principal: Promise<Principal | undefined>;
  readonly until: number;
}

export function createAuthenticator(options: {
  readonly database: Database;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}): Authenticator {
  /** Keyed by the hash of the token. */
  const remembered = new Map<string, Remembered>();
  const touched = new Map<string, number>();

  async function lookUp(publicId: string, sha256: Buffer): Promise<Principal | undefined> {
    const entry = await options.database.reference(async (tx) => await findTokenDirectoryEntry(tx, publicId));
    const matches = timingSafeEqual(sha256, entry?.sha256 ?? NO_TOKEN);
    if (entry === undefined || !matches || entry.revoked) return undefined;
    if (entry.expiresAt !== null && Date.parse(entry.expiresAt) <= options.now()) return undefined;
    const token = await options.database.inOrg(entry.orgId, async (tx) => await findToken(tx, entry.tokenId));
    return token && toPrincipal(entry.orgId, token);
  }

  function touch(principal: Principal, now: number): void {
    if (now - (touched.get(principal.credentialId) ?? 0) < TOUCH_EVERY_MS) return;
    keepBounded(touched);
    touched.set(principal.credentialId, now);
    options.database
      .inOrg(principal.orgId, async (tx) => await touchToken(tx, principal.credentialId, new Date(now).toISOString()))
      .catch(options.onError);
  }

  return {
    authenticate: async (header) => {
      const secret = parseBearer(header);
      if (secret === undefined) return undefined;
      const now = options.now();
      const sha256 = hashToken(secret.text);
      const key = sha256.toString('hex');
      const known = remembered.get(key);
      if (known !== undefined && known.until > now) return await known.principal;
      const asked = { publicId: secret.publicId, principal: lookUp(secret.publicId, sha256), until: now + REMEMBER_MS };
      keepBounded(remembered);
      remembered.set(key, asked);
      let principal: Principal | undefined;
      try {
        principal = await asked.principal;
      } finally {
        if (principal === undefined && remembered.get(key) === asked) remembered.delete(key);
      }
      if (principal !== undefined) touch(principal, now);
      return principal;
    },
    forget: (publicId) => {
      for (const [key, each] of remembered) if (each.publicId === publicId) remembered.delete(key);
    },
  };
}

const BEARER = 'bearer ';

function parseBearer(header: string | undefined): ReturnType<typeof parseTokenSecret> {
  if (header === undefined || header.slice(0, BEARER.length).toLowerCase() !== BEARER) return undefined;
  return parseTokenSecret(header.slice(BEARER.length).trim());
}

function toPrincipal(orgId: string, token: Token): Principal {
  return {
    orgId,
    credentialId: token.id,
    publicId: token.publicId,
    actor: { kind: 'token', id: token.id, name: token.name },
    scopes: new Set(token.scopes.filter(isScope)),
    services: token.serviceIds ?? 'all',
    person: undefined,
  };
}

// Both maps are only caches, so clearing them now and then is cheaper than ordering entries by age.
function keepBounded(map: Map<string, unknown>): void {
  if (map.size >= REMEMBERED_MAX) map.clear();
}
