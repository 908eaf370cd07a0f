/** R17. The package itself is the attack. */
import { defineRule } from './rule.ts';

export const malicious = defineRule({ id: 'R17', version: 1, code: 'malicious' }, ({ match }) =>
  match.class === 'malicious'
    ? {
        effect: 'escalate',
        state: 'exploitable',
        text: 'The package is malicious. Remove it now.',
      }
    : undefined,
);
