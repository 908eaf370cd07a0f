/** Combines the scopes of a component, in one document or in several: if any use is required, the component is required. */
import { SCOPES, type Scope } from './inventory.ts';

export function combineScopes(scopes: readonly Scope[]): Scope {
  return SCOPES.find((scope) => scopes.includes(scope)) ?? 'unknown';
}
