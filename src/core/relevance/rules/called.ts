/**
 * R22. An analysis of the build found calls that lead to the vulnerable function: the finding is relevant, and nothing but a fact, a
 * VEX statement or a decision may dismiss it. That a package is used is only noted: its other functions may be meant.
 */
import { toReachabilityEvidence, toShownTrace } from './reachability.ts';
import { defineRule } from './rule.ts';

export const called = defineRule({ id: 'R22', version: 1, code: 'called' }, ({ reachability = [] }) => {
  const call = reachability.find(({ state }) => state === 'called');
  if (call !== undefined) {
    const isOwn = call.gap === null;
    return {
      effect: isOwn ? 'escalate' : 'annotate',
      ...(isOwn && { state: 'exploitable' }),
      text: isOwn
        ? `The service calls vulnerable code, according to ${call.tool}.`
        : `Another build of the service calls vulnerable code, according to ${call.tool}.`,
      evidence: [toReachabilityEvidence(call)],
      ...toShownTrace(call),
    };
  }
  const use = reachability.find(({ state }) => state === 'imported');
  if (use === undefined) return undefined;
  return {
    code: 'imported',
    effect: 'annotate',
    text: `The service uses the package, according to ${use.tool}. Whether it calls vulnerable code is unknown.`,
    evidence: [toReachabilityEvidence(use)],
    ...toShownTrace(use),
  };
});
