/** A token as the API shows it: in the list of tokens, and in what a change of members revokes. */
import { isScope } from '../access/scopes.ts';
import type { Token } from '../store/people/tokens.ts';
import type { WireToken } from './contract/token.ts';

export function toWireToken(token: Token): WireToken {
  const { kind, id, name } = token.createdBy;
  return {
    ...token,
    scopes: token.scopes.filter(isScope),
    serviceIds: token.serviceIds === null ? null : [...token.serviceIds],
    // A name without an id proves nothing, and could have been chosen to look like another.
    createdBy: { kind, id, name: kind === 'unrecorded' ? null : name },
  };
}
