/** R15. A record that warns of something else than a vulnerability. Its class says so already, and it is counted apart. */
import { sayAs, type Rule } from './rule.ts';

const NAME = { id: 'R15', version: 1, code: 'informational' } as const;

export const informational: Rule = {
  ...NAME,
  judge: ({ match }) =>
    match.class === 'informational'
      ? sayAs(NAME, {
          effect: 'annotate',
          state: 'in_triage',
          text: 'This is a notice and no vulnerability: the package is unmaintained, unsound or has something to tell.',
        })
      : undefined,
};
