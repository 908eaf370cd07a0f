/** R17. The package itself is the attack. */
import { toRuleOpinion, type Rule } from './rule.ts';

const NAME = { id: 'R17', version: 1, code: 'malicious' } as const;

export const malicious: Rule = {
  ...NAME,
  judge: ({ match }) =>
    match.class === 'malicious'
      ? toRuleOpinion(NAME, {
          effect: 'escalate',
          state: 'exploitable',
          text: 'The package is malicious. Remove it now.',
        })
      : undefined,
};
