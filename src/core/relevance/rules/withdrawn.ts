/**
 * R01. Every CVE id of the vulnerability was withdrawn or rejected, although an uncorrected record still covers the package. A
 * vulnerability whose records are all withdrawn is not a match and does not reach the rules.
 */
import { defineRule } from './rule.ts';

export const withdrawn = defineRule({ id: 'R01', version: 1, code: 'withdrawn' }, ({ vulnerability }) =>
  vulnerability.isWithdrawn
    ? {
        effect: 'dismiss',
        class: 'fact',
        state: 'false_positive',
        text: 'Every CVE id of this vulnerability was withdrawn or rejected.',
        evidence: [{ type: 'advisory', path: 'withdrawn', value: vulnerability.id }],
      }
    : undefined,
);
