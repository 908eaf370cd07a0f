/** Maps a token to the API: for the list of tokens, and for tokens revoked with a member. */
import { isScope } from '../../access/scopes.ts';
import type { Token } from '../../store/people/tokens.ts';
import type { WireToken } from '../contract/organization/token.ts';

export function toWireToken(token: Token): WireToken {
  const { kind, id, name } = token.createdBy;
  return {
    ...token,
    scopes: token.scopes.filter(isScope),
    serviceIds: token.serviceIds === null ? null : [...token.serviceIds],
    // A name without an id proves nothing; it could have been chosen to imitate another.
    createdBy: { kind, id, name: kind === 'unrecorded' ? null : name },
  };
}
