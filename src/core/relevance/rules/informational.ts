/** R15. The record is a notice and not a vulnerability. Its class already says so, and it is counted separately. */
import { defineRule } from './rule.ts';

export const informational = defineRule({ id: 'R15', version: 1, code: 'informational' }, ({ match }) =>
  match.class === 'informational'
    ? {
        effect: 'annotate',
        state: 'in_triage',
        text: 'Notice, not a vulnerability: the package is unmaintained or unsound, or has another notice.',
      }
    : undefined,
);
