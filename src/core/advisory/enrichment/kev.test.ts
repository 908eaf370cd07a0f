import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../limits.ts';
import { parseKevCatalog, parseKevEntry } from './kev.ts';

const ENTRY = {
  cveID: 'CVE-2021-44228',
  vulnerabilityName: 'Apache Log4j2 Remote Code Execution Vulnerability',
  dateAdded: '2021-12-10',
  requiredAction: 'Apply updates.',
  dueDate: '2021-12-24',
  knownRansomwareCampaignUse: 'Known',
};

describe('parseKevEntry', () => {
  it('parses an entry of the CISA catalog', () => {
    expect(parseKevEntry(ENTRY)).toEqual({
      kind: 'read',
      enrichment: {
        cve: 'CVE-2021-44228',
        kev: {
          dateAdded: '2021-12-10',
          dueDate: '2021-12-24',
          ransomware: true,
          name: 'Apache Log4j2 Remote Code Execution Vulnerability',
          action: 'Apply updates.',
        },
      },
    });
  });

  it.each([
    [{ knownRansomwareCampaignUse: 'Unknown' }, { ransomware: false }],
    [{ knownRansomwareCampaignUse: undefined }, { ransomware: false }],
    [{ knownRansomwareCampaignUse: 'KNOWN ' }, { ransomware: true }],
    [{ dueDate: '2021-02-30' }, { dueDate: null }],
    [{ dueDate: undefined }, { dueDate: null }],
    [{ requiredAction: 7 }, { action: null }],
    [{ requiredAction: 'a\0b' }, { action: 'a\u{FFFD}b' }],
    [{ vulnerabilityName: undefined }, { name: null }],
  ])('parses %j as %j', (changes, kev) => {
    expect(parseKevEntry({ ...ENTRY, ...changes })).toMatchObject({ enrichment: { kev } });
  });

  it('shortens text that is too long', () => {
    const reading = parseKevEntry({ ...ENTRY, requiredAction: 'x'.repeat(100_000) });

    expect(reading).toMatchObject({
      enrichment: { kev: { action: `${'x'.repeat(LIMITS.detailTextCharactersMax - 1)}…` } },
    });
  });

  it.each([
    [{ ...ENTRY, cveID: 'GHSA-jfh8-c2jp-5v3q' }, 'no CVE id'],
    [{ ...ENTRY, cveID: undefined }, 'no CVE id'],
    [{ ...ENTRY, dateAdded: 'yesterday' }, 'no date added'],
    [null, 'no CVE id'],
    ['CVE-2021-44228', 'no CVE id'],
  ])('rejects %j', (entry, problem) => {
    expect(parseKevEntry(entry)).toEqual({ kind: 'bad', problem });
  });

  it('never throws, whatever the input', () => {
    fc.assert(
      fc.property(fc.anything(), (entry) => {
        expect(['read', 'bad']).toContain(parseKevEntry(entry).kind);
      }),
    );
  });
});

describe('parseKevCatalog', () => {
  it('parses the entries, the release time and the stated count', () => {
    const file = { dateReleased: '2025-08-25T17:04:19.9796Z', count: 1, vulnerabilities: [ENTRY] };

    expect(parseKevCatalog(file)).toEqual({
      entries: [ENTRY],
      releasedAt: '2025-08-25T17:04:19.979600Z',
      count: 1,
    });
  });

  it('accepts a catalog without release time and count', () => {
    expect(parseKevCatalog({ vulnerabilities: [ENTRY] })).toEqual({
      entries: [ENTRY],
      releasedAt: null,
      count: undefined,
    });
  });

  it.each([null, [], {}, { vulnerabilities: [] }, { vulnerabilities: {} }, { error: 'not found' }])(
    'rejects %j',
    (file) => {
      expect(parseKevCatalog(file)).toBeUndefined();
    },
  );
});
