/**
 * R23. The vulnerable package is part of the build, and an analysis found no call that leads to a vulnerable function. Calls through
 * reflection and generated code are not seen, so guards apply.
 */
import { describeGap, toReachabilityEvidence } from './reachability.ts';
import { defineRule } from './rule.ts';

export const notCalled = defineRule({ id: 'R23', version: 1, code: 'not-called' }, ({ reachability = [] }) => {
  const fact = reachability.find(({ state }) => state === 'not_called');
  if (fact === undefined) return undefined;
  const evidence = [toReachabilityEvidence(fact)];
  const text = `The service does not call vulnerable code, according to ${fact.tool}.`;
  if (fact.gap !== null) return { effect: 'annotate', text: `${text} ${describeGap(fact.gap)}`, evidence };
  return { effect: 'dismiss', state: 'not_affected', justification: 'code_not_reachable', text, evidence };
});
