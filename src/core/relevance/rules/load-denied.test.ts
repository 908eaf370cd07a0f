import { describe, expect, it } from 'vitest';
import { aPlace, aProfile, aRuntime, aSubject } from '../../../../test/support/subjects.ts';
import type { RuntimeView } from '../../profile/profile-view.ts';
import { loadDenied } from './load-denied.ts';

const PLACE = aPlace({ files: ['/a', '/b'] });
const DENIED = aRuntime(['file:/a', 'file:/b']);

const judge = (runtimes: readonly (RuntimeView | undefined)[], places = [PLACE]) =>
  loadDenied.judge(
    aSubject({ places, profiles: runtimes.map((runtime) => aProfile(runtime === undefined ? {} : { runtime })) }),
  );

describe('R19', () => {
  it('deprioritizes a component whose files every profile denies, with the denying lines as evidence', () => {
    expect(judge([DENIED, DENIED])).toMatchObject({
      code: 'load-denied',
      effect: 'deprioritize',
      label: 'mitigated',
      justification: 'protected_at_runtime',
      evidence: [
        { type: 'runtime', path: 'apparmor:3', value: 'deny file:/a' },
        { type: 'runtime', path: 'apparmor:3', value: 'deny file:/b' },
      ],
    });
  });

  it.each<[string, readonly (RuntimeView | undefined)[]]>([
    ['one file is allowed', [aRuntime(['file:/a'])]],
    ['one file is unknown', [aRuntime(['file:/a'], 'unknown')]],
    ['one profile has no such document', [DENIED, undefined]],
    ['there is no profile', []],
  ])('does not apply when %s', (_, runtimes) => {
    expect(judge(runtimes)).toBeUndefined();
  });

  it.each(['read', 'map', 'exec'])('does not apply when the mode %s is allowed', (allowed) => {
    const file: RuntimeView['file'] = (_, mode) => ({ answer: mode === allowed ? 'allowed' : 'denied', evidence: [] });

    expect(judge([{ ...DENIED, file }])).toBeUndefined();
  });

  it('does not apply when the files of one place are unknown', () => {
    expect(judge([DENIED], [PLACE, aPlace()])).toBeUndefined();
  });
});
