/**
 * R12. Every document says that its graph is complete, and no root leads to the component. Usually the document is of poor
 * quality.
 */
import { toRuleOpinion, type Rule } from './rule.ts';

const NAME = { id: 'R12', version: 1, code: 'not-in-graph' } as const;

export const notInGraph: Rule = {
  ...NAME,
  judge: ({ places }) =>
    places.length > 0 && places.every(({ inGraph }) => inGraph === false)
      ? toRuleOpinion(NAME, {
          effect: 'annotate',
          state: 'in_triage',
          text: 'Not in the dependency graph, although every SBOM declares its graph complete.',
        })
      : undefined,
};
