/**
 * R01. A vulnerability whose every CVE id was withdrawn or rejected, although a record that nobody has corrected still covers the
 * package. One that all its records have withdrawn is no match and does not come here.
 */
import { sayAs, type Rule } from './rule.ts';

const NAME = { id: 'R01', version: 1, code: 'withdrawn' } as const;

export const withdrawn: Rule = {
  ...NAME,
  judge: ({ vulnerability }) =>
    vulnerability.isWithdrawn
      ? sayAs(NAME, {
          effect: 'dismiss',
          class: 'fact',
          state: 'false_positive',
          text: 'Every CVE id of this vulnerability was withdrawn or rejected.',
          evidence: [{ type: 'advisory', path: 'withdrawn', value: vulnerability.id }],
        })
      : undefined,
};
