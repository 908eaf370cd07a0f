/**
 * R25. A malicious public package used the name, most often to impersonate a private package (dependency confusion). R17 does not
 * apply.
 */
import { defineRule } from './rule.ts';

export const maliciousName = defineRule({ id: 'R25', version: 1, code: 'malicious-name' }, ({ match }) =>
  match.assumptions.includes('malicious-name')
    ? {
        effect: 'annotate',
        state: 'in_triage',
        text: 'A malicious public package used this name. This version is not listed as malicious. Check that it came from your own registry.',
      }
    : undefined,
);
