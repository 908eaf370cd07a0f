import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../limits.ts';
import type { Advisory } from '../advisory.ts';
import { parseNvdRecord } from './parse-nvd-record.ts';

describe('parseNvdRecord', () => {
  it('parses the fields of a record', () => {
    const advisory = parse({
      published: '2024-01-01T10:00:00.123',
      descriptions: [
        { lang: 'es', value: 'Un texto.' },
        { lang: 'en', value: 'A text.' },
      ],
      metrics: {
        cvssMetricV31: [
          rating('Secondary', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'),
          rating('Primary', PRIMARY),
        ],
      },
      weaknesses: [{ description: [{ value: 'CWE-79' }, { value: 'NVD-CWE-noinfo' }] }],
      references: [{ url: 'https://example.org/a' }, { url: 'javascript:alert(1)' }],
    });

    expect(advisory).toMatchObject({
      id: 'CVE-2099-0001',
      modified: '2024-01-02T00:00:00.000000Z',
      published: '2024-01-01T10:00:00.123000Z',
      withdrawn: undefined,
      aliases: [],
      title: '',
      details: 'A text.',
      class: 'vulnerability',
      severity: 'medium',
      cvss: [{ vector: PRIMARY }],
      cwes: ['CWE-79'],
      references: ['https://example.org/a'],
      mentions: [],
    });
  });

  it('uses ratings of others if NVD has none', () => {
    const metrics = { cvssMetricV31: [rating('Secondary', PRIMARY)] };

    expect(parse({ metrics }).cvss).toMatchObject([{ vector: PRIMARY }]);
  });

  it('withdraws a rejected record and ignores its configurations', () => {
    const advisory = parse({ vulnStatus: 'Rejected', configurations: [anyOf(criterion('a:acme:gateway:1.0'))] });

    expect(advisory).toMatchObject({ withdrawn: '2024-01-02T00:00:00.000000Z', affected: [] });
  });

  it.each([
    [undefined, 'CVE id'],
    [{}, 'CVE id'],
    [{ cve: [] }, 'CVE id'],
    [{ cve: { id: 'GHSA-2099-aaaa-bbbb' } }, 'CVE id'],
    [{ cve: { id: 'CVE-2099-0001' } }, 'lastModified'],
    [{ cve: { id: 'CVE-2099-0001', lastModified: 'yesterday' } }, 'lastModified'],
  ])('reports a record that cannot be used: %j', (value, problem) => {
    expect(parseNvdRecord(value)).toEqual({ problem: expect.stringContaining(problem) as string });
  });

  it('reports a record with too many criteria before it parses them', () => {
    const many = Array.from({ length: LIMITS.advisoryCriteriaMax + 1 }, () => null);

    expect(parseNvdRecord({ cve: { ...BASE, configurations: [{ nodes: [{ cpeMatch: many }] }] } })).toHaveProperty(
      'problem',
    );
  });

  it.each([
    [{ configurations: 'x' }],
    [{ configurations: [null, 1, [], { nodes: null }, { nodes: [null, { cpeMatch: [null, 'x', {}] }] }] }],
    [{ metrics: { cvssMetricV31: [null, { cvssData: { vectorString: 1 } }] }, weaknesses: [1], references: [null] }],
    [{ configurations: [anyOf({ ...criterion('a:acme:gateway'), vulnerable: 'yes' })] }],
    [{ configurations: [anyOf({ vulnerable: true, criteria: `cpe:2.3:a:${'x'.repeat(5_000)}:y` })] }],
    [{ configurations: [anyOf({ vulnerable: true, criteria: 'cpe:2.3:a:a\u0000b:c' })] }],
  ])('ignores members of the wrong type: %j', (members) => {
    expect(parse(members).affected).toEqual([]);
  });
});

describe('the configurations of a record', () => {
  it('become one entry for each product, with ranges and listed versions', () => {
    const configurations = [
      anyOf(
        { ...criterion('a:acme:gateway'), versionStartIncluding: '2.0', versionEndExcluding: '2.3' },
        { ...criterion('a:acme:gateway'), versionEndIncluding: '1.5' },
        { ...criterion('a:acme:gateway'), versionStartExcluding: '3.0', versionEndExcluding: '3.1' },
        criterion('a:acme:gateway:1.8.0:update_92'),
      ),
      anyOf(criterion('a:acme:gateway:1.7:-')),
    ];

    expect(parse({ configurations }).affected).toEqual([
      {
        ...entry('a:acme:gateway'),
        windows: [
          { introduced: undefined, fixed: undefined, lastAffected: '1.5' },
          { introduced: '2.0', fixed: '2.3', lastAffected: undefined },
          { introduced: '3.0 (excluded)', fixed: '3.1', lastAffected: undefined },
        ],
        versions: ['1.7', '1.8.0:update_92'],
      },
    ]);
  });

  it.each([
    ['h:acme:router:1.0', 'hardware'],
    ['o:debian:debian_linux:11.0', 'a distribution'],
    ['o:redhat:enterprise_linux_server_aus:8.2', 'a distribution'],
    ['a:acme:gateway:-', 'no version'],
    ['a:*:gateway:1.0', 'a wildcard as the vendor'],
    ['a:acme:gate*:1.0', 'a wildcard in the product'],
  ])('skip %s: %s', (name) => {
    expect(parse({ configurations: [anyOf(criterion(name))] })).toMatchObject({ affected: [], entriesSkipped: 1 });
  });

  it('keep a range that cannot be compared as a problem', () => {
    const configurations = [anyOf({ ...criterion('a:acme:gateway'), versionEndExcluding: 'r77.30' })];

    expect(parse({ configurations }).affected).toEqual([
      { ...entry('a:acme:gateway'), problems: ['unparsable-bound'] },
    ]);
  });

  it('name an extension by the software that it extends', () => {
    const configurations = [anyOf(criterion('a:acme:forms:1.0:*:*:*:*:wordpress'))];

    expect(parse({ configurations }).affected).toMatchObject([{ name: 'a:acme:forms:wordpress', versions: ['1.0'] }]);
  });

  it('are limited to the operating system that the software is made for', () => {
    const configurations = [anyOf(criterion('a:acme:agent:1.0:*:*:*:*:windows'))];

    expect(parse({ configurations }).affected).toMatchObject([
      { name: 'a:acme:agent', platforms: [{ os: ['windows'], arch: [] }] },
    ]);
  });

  it('are limited to the operating systems that the software runs on', () => {
    const systems = ['o:microsoft:windows:-', 'o:microsoft:windows_server_2019:-', 'o:apple:macos:-'];
    const configurations = [both([criterion('a:acme:agent:1.0')], systems.map(beside))];

    const [found] = parse({ configurations }).affected;
    expect(found?.platforms).toEqual([
      { os: ['darwin'], arch: [] },
      { os: ['windows'], arch: [] },
    ]);
    expect(found).not.toHaveProperty('runsOn');
  });

  it.each([
    ['hardware', ['h:acme:router:-'], ['acme router']],
    ['a release of a system', ['o:microsoft:windows_10:1607'], ['microsoft windows_10']],
    ['other software', ['a:acme:server:1.0', 'a:acme:server:2.0'], ['acme server']],
  ])('need %s that a document does not show', (_what, names, runsOn) => {
    const configurations = [both([criterion('a:acme:agent:1.0')], names.map(beside))];

    expect(parse({ configurations }).affected).toMatchObject([{ name: 'a:acme:agent', runsOn }]);
  });

  it('need the others if all criteria of a node must apply', () => {
    const node = { operator: 'AND', cpeMatch: [criterion('a:acme:agent:1.0'), criterion('a:acme:server:2.0')] };

    expect(parse({ configurations: [{ nodes: [node] }] }).affected).toMatchObject([
      { name: 'a:acme:agent', runsOn: ['acme server'] },
      { name: 'a:acme:server', runsOn: ['acme agent'] },
    ]);
  });

  it('are conditional if a node is negated', () => {
    const node = { operator: 'OR', negate: true, cpeMatch: [criterion('a:acme:agent:1.0')] };

    expect(parse({ configurations: [{ nodes: [node] }] }).affected).toMatchObject([{ runsOn: ['other software'] }]);
  });

  it('have the same entries in any order', () => {
    const parts = [
      anyOf(criterion('a:acme:gateway:1.0'), criterion('a:acme:gateway:2.0')),
      anyOf({ ...criterion('a:acme:gateway'), versionEndExcluding: '0.5' }),
      both([criterion('a:acme:agent:1.0')], [beside('h:acme:b:-'), beside('h:acme:a:-')]),
    ];

    expect(parse({ configurations: parts.toReversed() })).toEqual(parse({ configurations: parts }));
  });
});

const BASE = { id: 'CVE-2099-0001', lastModified: '2024-01-02T00:00:00.000' };
const PRIMARY = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N';

function parse(members: object): Advisory {
  const advisory = parseNvdRecord({ cve: { ...BASE, ...members } });
  if ('problem' in advisory) throw new Error(advisory.problem);
  return advisory;
}

function rating(type: string, vectorString: string): object {
  return { type, cvssData: { vectorString } };
}

function criterion(name: string): object {
  const parts = name.split(':');
  const rest = Array<string>(11 - parts.length).fill('*');
  return { vulnerable: true, criteria: ['cpe', '2.3', ...parts, ...rest].join(':') };
}

function beside(name: string): object {
  return { ...criterion(name), vulnerable: false };
}

function anyOf(...cpeMatch: readonly object[]): object {
  return { nodes: [{ operator: 'OR', negate: false, cpeMatch }] };
}

function both(...nodes: readonly (readonly object[])[]): object {
  return { operator: 'AND', nodes: nodes.map((cpeMatch) => ({ operator: 'OR', negate: false, cpeMatch })) };
}

function entry(name: string): object {
  return {
    family: 'CPE',
    release: '',
    name,
    scheme: 'cpe',
    windows: [],
    versions: [],
    problems: [],
    lastKnownAffected: undefined,
    urgency: undefined,
  };
}
