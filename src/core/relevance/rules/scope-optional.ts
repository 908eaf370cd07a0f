/**
 * R10. The component is at most optional in every document. Tools use the scope loosely, so the finding is only deprioritized.
 */
import { defineRule } from './rule.ts';
import { findReducedScope, toScopeEvidence } from './component-scope.ts';

export const scopeOptional = defineRule({ id: 'R10', version: 1, code: 'scope-optional' }, (subject) =>
  findReducedScope(subject) === 'optional'
    ? {
        effect: 'deprioritize',
        state: 'in_triage',
        text: 'The component is optional in every SBOM that contains it.',
        evidence: toScopeEvidence(subject),
      }
    : undefined,
);
