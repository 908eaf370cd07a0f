/** Scopes of tokens. The error for a missing scope names it. */
import { TOKEN_SCOPES, type TokenScope } from '../core/vocabulary/access.ts';

export function isScope(text: string): text is TokenScope {
  return TOKEN_SCOPES.some((scope) => scope === text);
}
