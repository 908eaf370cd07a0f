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
  it('lowers what no profile lets the service load, with the lines that say so', () => {
    expect(judge([DENIED, DENIED])).toMatchObject({
      ...{ code: 'load-denied', effect: 'deprioritize', label: 'mitigated', justification: 'protected_at_runtime' },
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
  ])('says nothing where %s', (_, runtimes) => {
    expect(judge(runtimes)).toBeUndefined();
  });

  it.each(['read', 'map', 'exec'])('says nothing where the file may be opened to %s', (allowed) => {
    const file: RuntimeView['file'] = (_, mode) => ({ answer: mode === allowed ? 'allowed' : 'denied', evidence: [] });

    expect(judge([{ ...DENIED, file }])).toBeUndefined();
  });

  it('says nothing where one place has no known files', () => {
    expect(judge([DENIED], [PLACE, aPlace()])).toBeUndefined();
  });
});
