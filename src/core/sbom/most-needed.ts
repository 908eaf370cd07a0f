/** One thing may be there for several purposes, in one document or in many: needed anywhere is needed. */
import { SCOPES, type Scope } from './inventory.ts';

export function mostNeeded(scopes: readonly Scope[]): Scope {
  return SCOPES.find((scope) => scopes.includes(scope)) ?? 'unknown';
}
