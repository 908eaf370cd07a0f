import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord, readAdvisory } from '../../../../test/support/advisories.ts';
import { LIMITS } from '../../limits.ts';
import { parseOsvRecord } from './parse-osv-record.ts';

describe('parseOsvRecord', () => {
  it('parses a complete record', () => {
    const advisory = readAdvisory(
      anOsvRecord({
        aliases: ['CVE-2024-1000'],
        summary: 'Prototype pollution',
        details: 'It pollutes.',
        severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
        references: [{ type: 'WEB', url: 'https://example.com/a' }],
        database_specific: { cwe_ids: ['CWE-1321'], severity: 'LOW' },
      }),
    );

    expect(advisory).toEqual({
      id: 'GHSA-aaaa-bbbb-cccc',
      modified: '2025-01-01T00:00:00.000000Z',
      published: '2024-01-01T00:00:00.000000Z',
      withdrawn: undefined,
      aliases: ['CVE-2024-1000'],
      upstream: [],
      related: [],
      title: 'Prototype pollution',
      details: 'It pollutes.',
      class: 'vulnerability',
      severity: 'critical',
      cvss: [{ version: '3.1', vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', score: 9.8 }],
      cwes: ['CWE-1321'],
      references: ['https://example.com/a'],
      mentions: [],
      affected: [
        {
          family: 'npm',
          release: '',
          name: 'left-pad',
          scheme: 'semver',
          windows: [{ introduced: undefined, fixed: '2.0.0', lastAffected: undefined }],
          versions: [],
          problems: [],
          lastKnownAffected: undefined,
          urgency: undefined,
        },
      ],
      builtPackages: [],
      entriesSkipped: 0,
    });
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a list', []],
    ['a text', 'GHSA-aaaa-bbbb-cccc'],
    ['no id', anOsvRecord({ id: undefined })],
    ['an empty id', anOsvRecord({ id: '' })],
    ['an id of another kind', anOsvRecord({ id: 7 })],
    ['an id with a blank', anOsvRecord({ id: 'GHSA aaaa' })],
    ['an id with NUL', anOsvRecord({ id: 'GHSA-\0' })],
    ['an endless id', anOsvRecord({ id: `GHSA-${'a'.repeat(1_000)}` })],
    ['no time at all', anOsvRecord({ modified: undefined, published: undefined })],
  ])('rejects a record with %s', (_case, value) => {
    expect(parseOsvRecord(value)).toEqual({ problem: expect.stringMatching(/^The record has no valid "\w+"\.$/) });
  });

  it('uses the publication date for a record that was modified in the year 1', () => {
    expect(readAdvisory(anOsvRecord({ modified: '0001-01-01T00:00:00Z' })).modified).toBe(
      '2024-01-01T00:00:00.000000Z',
    );
  });

  it.each(['0001-01-01T00:00:00Z', 'soon', '', 0, null])('does not accept %j as a withdrawal date', (withdrawn) => {
    expect(readAdvisory(anOsvRecord({ withdrawn })).withdrawn).toBeUndefined();
  });

  it('keeps a withdrawal date in the future', () => {
    const { withdrawn } = readAdvisory(anOsvRecord({ withdrawn: '2099-01-01T00:00:00Z' }));

    expect(withdrawn).toBe('2099-01-01T00:00:00.000000Z');
  });

  it.each([
    ['MAL-2024-1', {}, 'malicious'],
    ['GHSA-aaaa-bbbb-cccc', {}, 'vulnerability'],
    ['RHBA-2024:1', {}, 'informational'],
    ['RHBA-2024:1', { related: ['CVE-2024-1000'] }, 'vulnerability'],
    ['ALEA-2024:1', { aliases: ['CVE-2024-1000'] }, 'vulnerability'],
    ['RUSTSEC-2024-1', { affected: [{ database_specific: { informational: 'unmaintained' } }] }, 'informational'],
    ['RUSTSEC-2024-1', { affected: [{ database_specific: { informational: null } }] }, 'vulnerability'],
  ])('gives %s with %j the class %s', (id, changes, expected) => {
    expect(readAdvisory(anOsvRecord({ id, ...changes })).class).toBe(expected);
  });

  it.each([
    ['RHBA-2024:1', {}, 0],
    ['ALEA-2024:1', {}, 0],
    ['RHBA-2024:1', { related: ['CVE-2024-1000'] }, 1],
    ['RHSA-2024:1', {}, 1],
    ['RUSTSEC-2024-1', { database_specific: { informational: 'unmaintained' } }, 1],
  ])('drops the packages only of a pure bug fix notice: %s with %j', (id, changes, count) => {
    const { affected, entriesSkipped } = readAdvisory(anOsvRecord({ id, ...changes }));

    expect([affected.length, entriesSkipped]).toEqual([count, 1 - count]);
  });

  it.each([
    ['the newest CVSS', { severity: [v3(9.8), v4()] }, 'critical'],
    [
      'a label, when the vector is broken',
      { severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N' }], database_specific: { severity: 'MODERATE' } },
      'medium',
    ],
    ['a rating of the package', { affected: [anAffected({ severity: [v3(9.8)] })] }, 'critical'],
    ['the label of another kind of rating', { severity: [{ type: 'Ubuntu', score: 'high' }] }, 'high'],
    ['the urgency at Debian', { affected: [anAffected({ ecosystem_specific: { urgency: 'low' } })] }, 'low'],
    ['the priority at Ubuntu', { affected: [anAffected({ ecosystem_specific: { ubuntu_priority: 'high' } })] }, 'high'],
    ['nothing', {}, 'unknown'],
  ])('takes the severity from %s', (_case, changes, severity) => {
    expect(readAdvisory(anOsvRecord(changes)).severity).toBe(severity);
  });

  it('keeps only safe links', () => {
    const urls = [
      'https://example.com/a',
      'https://example.com/a',
      'HTTP://example.com/b?x=1#y',
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://example.com',
      'https://example.com/"onclick=x',
      'https://example.com/a b',
      `https://example.com/${'a'.repeat(3_000)}`,
      'https://',
    ];
    const references = [...urls.map((url) => ({ type: 'WEB', url })), { url: 7 }, null, 'https://example.com'];

    expect(readAdvisory(anOsvRecord({ references })).references).toEqual([
      'https://example.com/a',
      'HTTP://example.com/b?x=1#y',
    ]);
  });

  it('makes text storable', () => {
    const { title, details } = readAdvisory(anOsvRecord({ summary: 'a\0b', details: `x\uD800${'y'.repeat(100_000)}` }));

    expect(title).toBe('a\uFFFDb');
    expect(details.startsWith('x\uFFFDy')).toBe(true);
    expect(details).toHaveLength(LIMITS.advisoryDetailsCharactersMax);
  });

  it('skips and counts packages that cannot be looked up', () => {
    const { affected, entriesSkipped } = readAdvisory(
      anOsvRecord({
        affected: [
          anAffected(),
          anAffected({ ecosystem: 'Android' }),
          anAffected({ ecosystem: 'Android:14' }),
          anAffected({ ecosystem: '' }),
          anAffected({ name: '' }),
          anAffected({ name: 'a\u001Fb' }),
          anAffected({ ecosystem: 'Debian' }),
          null,
        ],
      }),
    );

    expect(affected.map(({ name }) => name)).toEqual(['left-pad']);
    expect(entriesSkipped).toBe(7);
  });

  it('never throws, whatever the members contain', () => {
    const keys = [
      'id',
      'modified',
      'aliases',
      'related',
      'upstream',
      'affected',
      'package',
      'ecosystem',
      'name',
      'ranges',
      'type',
    ];
    const members = [
      'events',
      'introduced',
      'fixed',
      'versions',
      'severity',
      'score',
      'references',
      'url',
      'database_specific',
    ];
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom(
          'npm',
          'Debian:12',
          'PyPI',
          'SEMVER',
          'GIT',
          '0',
          '1.0',
          'CVSS_V3',
          'GHSA-aaaa-bbbb-cccc',
          '2024-01-01T00:00:00Z',
        ),
        fc.anything({ maxDepth: 0 }),
        fc.string({ unit: 'binary' }),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom(...keys, ...members, '__proto__', 'constructor'), tie('value'), { maxKeys: 8 }),
      ),
    }));
    fc.assert(
      fc.property(value, (record) => {
        expect(parseOsvRecord(record)).toBeTypeOf('object');
        expect(parseOsvRecord({ ...anOsvRecord(), affected: [record, anAffected({ versions: record })] })).toBeTypeOf(
          'object',
        );
        expect(parseOsvRecord({ ...anOsvRecord(), ...Object(record) })).toBeTypeOf('object');
      }),
    );
  });
});

function v3(score: number): object {
  const impact = score === 9.8 ? 'C:H/I:H/A:H' : 'C:N/I:N/A:H';
  return { type: 'CVSS_V3', score: `CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/${impact}` };
}

function v4(): object {
  return { type: 'CVSS_V4', score: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N' };
}

type Build = (count: number) => Record<string, unknown>;

const listOf = <Value>(count: number, value: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => value(index));

/** Splits a count over two packages: a limit applies to the whole record. */
function inTwoPackages(toEntry: (count: number) => Record<string, unknown>): Build {
  return (count) => ({
    affected: [Math.floor(count / 2), Math.ceil(count / 2)].map((half) => ({ ...anAffected(), ...toEntry(half) })),
  });
}

const LIMITED: readonly (readonly [string, number, Build])[] = [
  ['aliases', LIMITS.advisoryAliasesMax, (count) => ({ aliases: listOf(count, (n) => `GHSA-${n}`) })],
  ['upstream ids', LIMITS.advisoryLinksMax, (count) => ({ upstream: listOf(count, (n) => `GHSA-${n}`) })],
  ['related ids', LIMITS.advisoryLinksMax, (count) => ({ related: listOf(count, (n) => `GHSA-${n}`) })],
  [
    'references',
    LIMITS.advisoryReferencesMax,
    (count) => ({ references: listOf(count, (n) => ({ type: 'WEB', url: `https://example.org/${n}` })) }),
  ],
  ['packages', LIMITS.advisoryEntriesMax, (count) => ({ affected: listOf(count, () => ({})) })],
  ['versions', LIMITS.advisoryVersionsMax, inTwoPackages((count) => ({ versions: listOf(count, String) }))],
  [
    'ranges',
    LIMITS.advisoryRangesMax,
    inTwoPackages((count) => ({ ranges: listOf(count, () => ({ type: 'GIT', events: [] })) })),
  ],
  [
    'events',
    LIMITS.advisoryEventsMax,
    inTwoPackages((count) => ({ ranges: [{ type: 'SEMVER', events: listOf(count, () => ({ introduced: '0' })) }] })),
  ],
  [
    'binary packages',
    LIMITS.advisoryBinariesMax,
    inTwoPackages((count) => ({
      ecosystem_specific: { binaries: [Object.fromEntries(listOf(count, (n) => [`b${n}`, '1']))] },
    })),
  ],
];

describe('findExceededLimit', () => {
  it.each(LIMITED)('accepts as many %s as the limit, and rejects one more', (what, limit, build) => {
    expect(parseOsvRecord(anOsvRecord(build(limit)))).not.toHaveProperty('problem');
    expect(parseOsvRecord(anOsvRecord(build(limit + 1)))).toEqual({
      problem: `The record has more than ${limit} ${what}.`,
    });
  });
});
