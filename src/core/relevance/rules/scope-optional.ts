/**
 * R10. The component is at most optional in every document. Tools use the scope loosely, so the finding is only deprioritized.
 */
import { sayAs, type Rule } from './rule.ts';
import { findLesserNeed, scopesOf } from './unneeded-places.ts';

const NAME = { id: 'R10', version: 1, code: 'scope-optional' } as const;

export const scopeOptional: Rule = {
  ...NAME,
  judge: (subject) =>
    findLesserNeed(subject) === 'optional'
      ? sayAs(NAME, {
          effect: 'deprioritize',
          state: 'in_triage',
          text: 'The component is optional in every document that holds it.',
          evidence: scopesOf(subject),
        })
      : undefined,
};
