import { describe, expect, it } from 'vitest';
import { parseLinks } from './parse-links.ts';

describe('parseLinks', () => {
  it('normalizes ids, removes duplicates and drops the id of the record itself', () => {
    const record = {
      aliases: ['cve-2024-1000', 'CVE-2024-1000', 'GHSA-1', 'not an id', 7, '2869483'],
      related: ['GHSA-1'],
    };

    expect(parseLinks(record, 'GHSA-1')).toEqual({ aliases: ['CVE-2024-1000'], upstream: [], related: [] });
  });

  it.each([
    ['DSA-5122-1', ['CVE-2022-1271', 'DLA-2976-1'], ['CVE-2022-1271']],
    ['DLA-1', ['CVE-2022-1271', 'CVE-2022-1272'], ['CVE-2022-1271', 'CVE-2022-1272']],
    ['USN-1', ['CVE-2022-1271'], ['CVE-2022-1271']],
    ['RHSA-2024:1', ['CVE-2022-1271'], ['CVE-2022-1271']],
    ['RHBA-2024:5691', ['CVE-2023-37920'], ['CVE-2023-37920']],
    ['RHEA-2022:5139', ['CVE-2021-22959'], ['CVE-2021-22959']],
    ['ALBA-2022:1', ['CVE-2022-1271'], ['CVE-2022-1271']],
    ['ALEA-2022:1', ['CVE-2022-1271'], ['CVE-2022-1271']],
    ['RXSA-2023:0101', ['CVE-2022-2964', 'CVE-2022-4139'], ['CVE-2022-2964', 'CVE-2022-4139']],
    ['openSUSE-SU-2024:1-1', ['CVE-2022-1271'], ['CVE-2022-1271']],
    ['MGASA-2024-0001', ['CVE-2022-1271'], ['CVE-2022-1271']],
    ['CGA-1', ['CVE-2022-1271', 'GHSA-1', 'GHSA-2'], ['CVE-2022-1271']],
    ['CGA-1', ['GHSA-1'], ['GHSA-1']],
    ['CGA-1', ['CVE-2022-1271', 'CVE-2022-1272', 'GHSA-1'], ['CVE-2022-1271', 'CVE-2022-1272', 'GHSA-1']],
    ['DSA-1', ['GHSA-1'], []],
    ['GHSA-1', ['CVE-2022-1271'], []],
    ['CVE-2024-1000', ['CVE-2022-1271'], []],
  ])('treats %s with the related ids %j as covering %j', (id, related, upstream) => {
    expect(parseLinks({ related }, id)).toEqual({ aliases: [], upstream, related });
  });

  it('prefers upstream to related ids', () => {
    const links = parseLinks({ upstream: ['CVE-2024-1000'], related: ['CVE-2024-2000'] }, 'DSA-1');

    expect(links.upstream).toEqual(['CVE-2024-1000']);
  });

  it('files a record about one vulnerability under its CVE, and not under other names as well', () => {
    expect(parseLinks({ upstream: ['GHSA-1', 'CVE-2024-1000'] }, 'CGA-1').upstream).toEqual(['CVE-2024-1000']);
    expect(parseLinks({ upstream: ['GHSA-1', 'CVE-2024-1000'] }, 'DSA-1').upstream).toEqual([
      'GHSA-1',
      'CVE-2024-1000',
    ]);
  });

  it("derives the covered CVE from the id of a distribution's record", () => {
    expect(parseLinks({}, 'DEBIAN-CVE-2024-1000').upstream).toEqual(['CVE-2024-1000']);
    expect(parseLinks({ upstream: ['CVE-2024-1000'] }, 'DEBIAN-CVE-2024-1000').upstream).toEqual(['CVE-2024-1000']);
  });

  it("replaces the id of a distribution's record by the CVE that it is about", () => {
    const upstream = ['CVE-2024-1000', 'UBUNTU-CVE-2024-1000', 'UBUNTU-CVE-2024-2000', 'DEBIAN-CVE-x'];

    expect(parseLinks({ upstream }, 'USN-1').upstream).toEqual(['CVE-2024-1000', 'CVE-2024-2000', 'DEBIAN-CVE-x']);
  });
});
