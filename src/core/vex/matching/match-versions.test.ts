import { describe, expect, it } from 'vitest';
import type { VexTarget } from '../vex-statement.ts';
import { matchVersions } from './match-versions.ts';

const LISTED: VexTarget['versions'] = [
  { version: '1.0.0', status: 'affected' },
  { range: 'vers:npm/>=2.0.0|<3.0.0', status: 'unaffected' },
  { version: '4.0.0', status: 'unknown' },
];
const ONLY_AFFECTED: VexTarget['versions'] = [{ range: 'vers:npm/<2.0.0', status: 'affected' }];

describe('matchVersions', () => {
  it.each<[string, VexTarget['versions'], string, boolean, boolean]>([
    ['no limit', [], '9.9.9', true, true],
    ['not listed', LISTED, '9.9.9', false, false],
    ['listed as affected next to unaffected ones', LISTED, '1.0.0', false, true],
    ['listed as unaffected', LISTED, '2.5.0', true, false],
    ['listed as unknown', LISTED, '4.0.0', false, true],
    ['in a list that has only affected versions', ONLY_AFFECTED, '1.5.0', true, true],
    ['a range that cannot be read', [{ range: 'vers:generic/>=1', status: 'unaffected' }], '1.5.0', false, false],
  ])('evaluates a version: %s', (_name, versions, version, dismissed, confirmed) => {
    const question = { own: [version], isPinned: false };

    expect(matchVersions(versions, { ...question, isDismissal: true })).toBe(dismissed);
    expect(matchVersions(versions, { ...question, isDismissal: false })).toBe(confirmed);
  });

  it('accepts a dismissal pinned to this version, even if the vulnerability affects the version', () => {
    const question = { own: ['1.0.0'], isPinned: true, isDismissal: true };

    expect(matchVersions(LISTED, question)).toBe(true);
    expect(matchVersions(LISTED, { ...question, own: ['4.0.0'] })).toBe(false);
  });
});
