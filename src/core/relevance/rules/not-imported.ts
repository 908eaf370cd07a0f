/**
 * R24. The module is required, but an analysis found that no vulnerable package of it is part of the build. Go links only imported
 * packages, so this is a fact.
 */
import { describeGap, toReachabilityEvidence } from './reachability.ts';
import { defineRule } from './rule.ts';

export const notImported = defineRule({ id: 'R24', version: 1, code: 'not-imported' }, ({ reachability = [] }) => {
  const fact = reachability.find(({ state }) => state === 'not_imported');
  if (fact === undefined) return undefined;
  const evidence = [toReachabilityEvidence(fact)];
  const text = `The build does not contain the vulnerable packages of the module, according to ${fact.tool}.`;
  if (fact.gap !== null) return { effect: 'annotate', text: `${text} ${describeGap(fact.gap)}`, evidence };
  return {
    effect: 'dismiss',
    class: 'fact',
    state: 'not_affected',
    justification: 'code_not_present',
    text,
    evidence,
  };
});
