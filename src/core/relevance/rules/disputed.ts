/** R02. Somebody who should know denies that it is a vulnerability, or records disagree on the range: people look twice. */
import { sayAs, type Rule } from './rule.ts';

const NAME = { id: 'R02', version: 1, code: 'disputed' } as const;

export const disputed: Rule = {
  ...NAME,
  judge: ({ match, vulnerability }) => {
    if (match.assumptions.includes('disputed'))
      return sayAs(NAME, {
        effect: 'annotate',
        state: 'in_triage',
        text: 'Sources disagree about the affected versions.',
      });
    if (!vulnerability.isDisputed) return undefined;
    return sayAs(NAME, {
      effect: 'annotate',
      state: 'in_triage',
      text: 'An advisory says that it is disputed whether this is a vulnerability.',
    });
  },
};
