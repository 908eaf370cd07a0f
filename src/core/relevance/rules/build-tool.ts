/** R11. The component is only used to build the software and is not part of the result. */
import { defineRule } from './rule.ts';
import { findReducedScope, toScopeEvidence } from './component-scope.ts';

export const buildTool = defineRule({ id: 'R11', version: 1, code: 'build-tool' }, (subject) =>
  findReducedScope(subject) === 'build'
    ? {
        effect: 'deprioritize',
        state: 'in_triage',
        text: 'Build tool: used to build the software and not part of it.',
        evidence: toScopeEvidence(subject),
      }
    : undefined,
);
