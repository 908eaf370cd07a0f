/**
 * R09. Every document says that the component is for development. Malicious packages and weaknesses that do harm during a build
 * are excluded, because they also affect development machines.
 */
import { defineRule } from './rule.ts';
import { isHarmfulAtBuild, isDevelopmentOnly, toScopeEvidence } from './component-scope.ts';

export const devDependency = defineRule({ id: 'R09', version: 1, code: 'dev-dependency' }, (subject) => {
  if (!isDevelopmentOnly(subject) || subject.places.every(({ scope }) => scope !== 'development')) return undefined;
  if (isHarmfulAtBuild(subject)) return undefined;
  return {
    effect: 'dismiss',
    state: 'not_affected',
    justification: 'code_not_reachable',
    text: 'Development dependency: every SBOM lists it for development only, and no image contains it.',
    evidence: toScopeEvidence(subject),
  };
});
