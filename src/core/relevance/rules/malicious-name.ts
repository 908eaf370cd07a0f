/**
 * R25. A malicious public package used the name, most often to impersonate a private package (dependency confusion). R17 does not
 * apply.
 */
import { toRuleOpinion, type Rule } from './rule.ts';

const NAME = { id: 'R25', version: 1, code: 'malicious-name' } as const;

export const maliciousName: Rule = {
  ...NAME,
  judge: ({ match }) =>
    match.assumptions.includes('malicious-name')
      ? toRuleOpinion(NAME, {
          effect: 'annotate',
          state: 'in_triage',
          text: 'A malicious public package used this name. This version is not listed as malicious. Check that it came from your own registry.',
        })
      : undefined,
};
