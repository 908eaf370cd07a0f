/** R11. The component is only used to build the software and is not part of the result. */
import { toRuleOpinion, type Rule } from './rule.ts';
import { findReducedScope, toScopeEvidence } from './component-scope.ts';

const NAME = { id: 'R11', version: 1, code: 'build-tool' } as const;

export const buildTool: Rule = {
  ...NAME,
  judge: (subject) =>
    findReducedScope(subject) === 'build'
      ? toRuleOpinion(NAME, {
          effect: 'deprioritize',
          state: 'in_triage',
          text: 'Build tool: used to build the software and not part of it.',
          evidence: toScopeEvidence(subject),
        })
      : undefined,
};
