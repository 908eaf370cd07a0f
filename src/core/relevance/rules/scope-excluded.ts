/** R08. Every document says that the component is for tests or not part of the runtime. If one says development, R09 applies. */
import { defineRule } from './rule.ts';
import { isDevelopmentOnly, toScopeEvidence } from './component-scope.ts';

export const scopeExcluded = defineRule({ id: 'R08', version: 1, code: 'scope-excluded' }, (subject) => {
  if (!isDevelopmentOnly(subject) || subject.places.some(({ scope }) => scope === 'development')) return undefined;
  return {
    effect: 'dismiss',
    state: 'not_affected',
    justification: 'code_not_reachable',
    text: 'Not part of the runtime: every SBOM lists it for tests or as excluded, and no image contains it.',
    evidence: toScopeEvidence(subject),
  };
});
