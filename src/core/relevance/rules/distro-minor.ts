/**
 * R05. The distribution assessed the vulnerability in its own package and will not act. That is a statement about urgency, not
 * about impact.
 */
import { defineRule } from './rule.ts';
import type { VexResponse } from '../../vocabulary/vex.ts';

export const distroMinor = defineRule(
  { id: 'R05', version: 1, code: 'distro-minor' },
  ({ match: { urgency, fixState } }) => {
    const word = urgency?.toLowerCase().replaceAll(' ', '-').replaceAll('_', '-');
    const minor = MINOR.get(word ?? '') ?? (fixState === 'wont_fix' ? WILL_NOT_FIX : undefined);
    if (minor === undefined) return undefined;
    const { text, response } = minor;
    return {
      effect: 'deprioritize',
      state: 'exploitable',
      response: [response],
      text,
      evidence: urgency === undefined ? [] : [{ type: 'advisory', path: 'urgency', value: urgency }],
    };
  },
);

interface Minor {
  readonly text: string;
  readonly response: VexResponse;
}

const WILL_NOT_FIX: Minor = { text: 'The distribution will not fix this.', response: 'will_not_fix' };

const POSTPONED: Minor = { text: 'The distribution has postponed the fix.', response: 'will_not_fix' };

/** By urgency, as stated by the distribution. */
const MINOR: ReadonlyMap<string, Minor> = new Map([
  ['unimportant', { text: 'The distribution considers this unimportant.', response: 'will_not_fix' }],
  ['ignored', { text: 'The distribution ignores this.', response: 'will_not_fix' }],
  ['will-not-fix', WILL_NOT_FIX],
  ['wont-fix', WILL_NOT_FIX],
  ['postponed', POSTPONED],
  ['deferred', POSTPONED],
  [
    'end-of-life',
    { text: 'The distribution no longer supports the package and will not fix it.', response: 'can_not_fix' },
  ],
]);
