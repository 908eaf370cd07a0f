import { describe, expect, it } from 'vitest';
import { countGroups, describeEffect, describeSeverities, nameComponents, nameStep } from './group-text.ts';

const component = (name: string, version = '2.36-9') => ({ id: name, name, version });

describe('nameComponents', () => {
  it.each([
    ['one', [component('libc6')], 1, 'libc6', '2.36-9'],
    ['two of one version', [component('libc6'), component('libc-bin')], 2, 'libc6, libc-bin', '2.36-9'],
    ['two versions', [component('a', '1'), component('a', '2')], 2, 'a', undefined],
    ['many', [component('a'), component('b'), component('c')], 5, 'a, b and 3 more', undefined],
    ['three', [component('a'), component('b'), component('c')], 3, 'a, b and 1 more', '2.36-9'],
    ['a group', [component('org.example:core')], 1, 'core', '2.36-9'],
  ])('names %s', (_case, components, componentCount, text, version) => {
    expect(nameComponents({ components, componentCount })).toMatchObject({ text, version });
  });

  it('names all of them in full in the title', () => {
    const components = [component('org.example:core', '1'), component('b', '2'), component('c', '3')];
    expect(nameComponents({ components, componentCount: 4 }).title).toBe('org.example:core 1, b 2, c 3 and 1 more');
  });
});

describe('texts of a step', () => {
  it.each([
    ['upgrade', 'axios', '1.7.4', 'Upgrade axios to 1.7.4'],
    ['upgrade', 'org.example:core', '2', 'Upgrade core to 2'],
    ['bump_parent', 'qs', '6.11.0', 'Upgrade the parent of qs'],
    ['rebuild_base', 'debian:12', null, 'Rebuild on an updated base debian:12'],
    ['remove', 'left-pad', null, 'Remove left-pad'],
  ] as const)('names %s of %s', (kind, name, to, text) => {
    expect(nameStep({ kind, package: name, to })).toBe(text);
  });

  it('says what it fixes, or may fix', () => {
    const step = { id: 'a', position: 1, kind: 'upgrade', package: 'a', from: [], to: '2', text: '' } as const;
    const known = { ...step, from: [], claim: 'known' as const };
    expect(describeEffect({ step: known, findings: 62 })).toBe('fixes 62');
    expect(describeEffect({ step: { ...known, claim: 'unknown' }, findings: 1 })).toBe('may fix 1');
    expect(describeEffect({ step: null, findings: 1_204 })).toBe('1,204');
  });
});

describe('counts of groups', () => {
  it('names groups by what they have in common', () => {
    expect(countGroups(1, 'vulnerability')).toBe('1 vulnerability');
    expect(countGroups(2, 'vulnerability')).toBe('2 vulnerabilities');
    expect(countGroups(3, 'fix')).toBe('3 groups');
    expect(countGroups(1_000, 'component')).toBe('1,000 components');
  });

  it('lists severities, most severe first', () => {
    expect(describeSeverities({ critical: 2, high: 3, medium: 0, low: 1, none: 0, unknown: 0 })).toBe(
      '2 critical, 3 high, 1 low',
    );
  });
});
