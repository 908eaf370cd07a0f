/** R02. A record says that the vulnerability is disputed, or records disagree about the affected range. Users should check it. */
import { toRuleOpinion, type Rule } from './rule.ts';

const NAME = { id: 'R02', version: 1, code: 'disputed' } as const;

export const disputed: Rule = {
  ...NAME,
  judge: ({ match, vulnerability }) => {
    if (match.assumptions.includes('disputed'))
      return toRuleOpinion(NAME, {
        effect: 'annotate',
        state: 'in_triage',
        text: 'Sources disagree about the affected versions.',
      });
    if (!vulnerability.isDisputed) return undefined;
    return toRuleOpinion(NAME, {
      effect: 'annotate',
      state: 'in_triage',
      text: 'An advisory marks this vulnerability as disputed.',
    });
  },
};
