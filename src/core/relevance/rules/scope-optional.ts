/**
 * R10. The component is at most optional in every document. Tools use the scope loosely, so the finding is only deprioritized.
 */
import { toRuleOpinion, type Rule } from './rule.ts';
import { findReducedScope, toScopeEvidence } from './component-scope.ts';

const NAME = { id: 'R10', version: 1, code: 'scope-optional' } as const;

export const scopeOptional: Rule = {
  ...NAME,
  judge: (subject) =>
    findReducedScope(subject) === 'optional'
      ? toRuleOpinion(NAME, {
          effect: 'deprioritize',
          state: 'in_triage',
          text: 'The component is optional in every SBOM that contains it.',
          evidence: toScopeEvidence(subject),
        })
      : undefined,
};
