/** R08. Every document says that the component is for tests or not part of the runtime. If one says development, R09 applies. */
import { toRuleOpinion, type Rule } from './rule.ts';
import { isDevelopmentOnly, toScopeEvidence } from './component-scope.ts';

const NAME = { id: 'R08', version: 1, code: 'scope-excluded' } as const;

export const scopeExcluded: Rule = {
  ...NAME,
  judge: (subject) => {
    if (!isDevelopmentOnly(subject) || subject.places.some(({ scope }) => scope === 'development')) return undefined;
    return toRuleOpinion(NAME, {
      effect: 'dismiss',
      state: 'not_affected',
      justification: 'code_not_reachable',
      text: 'Not part of the runtime: every SBOM lists it for tests or as excluded, and no image contains it.',
      evidence: toScopeEvidence(subject),
    });
  },
};
