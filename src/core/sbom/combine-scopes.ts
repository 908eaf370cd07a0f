/** Combines the scopes of a component, in one document or in several: if any use is required, the component is required. */
import { COMPONENT_SCOPES, type ComponentScope } from '../vocabulary/sbom.ts';

export function combineScopes(scopes: readonly ComponentScope[]): ComponentScope {
  return COMPONENT_SCOPES.find((scope) => scopes.includes(scope)) ?? 'unknown';
}
