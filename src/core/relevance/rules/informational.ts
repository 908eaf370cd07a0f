/** R15. The record is a notice and not a vulnerability. Its class already says so, and it is counted separately. */
import { toRuleOpinion, type Rule } from './rule.ts';

const NAME = { id: 'R15', version: 1, code: 'informational' } as const;

export const informational: Rule = {
  ...NAME,
  judge: ({ match }) =>
    match.class === 'informational'
      ? toRuleOpinion(NAME, {
          effect: 'annotate',
          state: 'in_triage',
          text: 'Notice, not a vulnerability: the package is unmaintained or unsound, or has another notice.',
        })
      : undefined,
};
