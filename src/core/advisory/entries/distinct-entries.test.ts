import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord, readAdvisory } from '../../../../test/support/advisories.ts';
import { distinctEntries } from './distinct-entries.ts';

function namesOf(affected: readonly Record<string, unknown>[]): string[] {
  const { affected: entries } = readAdvisory(anOsvRecord({ affected }));
  return distinctEntries(entries).map(({ release, name, channel }) => [release, name, channel].join(' ').trim());
}

const PART = {
  ecosystem: 'Red Hat:enterprise_linux:9::baseos',
  name: 'bash',
  events: [{ introduced: '0' }, { fixed: '5.1-1' }],
};

describe('distinctEntries', () => {
  it('keeps one entry for a package listed in several repositories of a release', () => {
    const other = { ...PART, ecosystem: 'Red Hat:enterprise_linux:9::appstream' };

    expect(namesOf([anAffected(PART), anAffected(other), anAffected({ ...PART, name: 'bash-doc' })])).toEqual([
      '9 bash',
      '9 bash-doc',
    ]);
  });

  it.each([
    ['another bound', { events: [{ introduced: '0' }, { fixed: '5.1-2' }] }],
    ['another channel', { ecosystem: 'Red Hat:rhel_eus:9.2::baseos' }],
    ['another release', { ecosystem: 'Red Hat:enterprise_linux:8::baseos' }],
    ['listed versions', { versions: ['5.0-1'] }],
  ])('keeps entries apart that differ by %s', (_what, changes) => {
    expect(namesOf([anAffected(PART), anAffected({ ...PART, ...changes })])).toHaveLength(2);
  });

  it('ignores the order of the listed versions', () => {
    expect(namesOf([anAffected({ versions: ['1', '2'] }), anAffected({ versions: ['2', '1'] })])).toHaveLength(1);
  });
});
