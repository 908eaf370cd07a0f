import { describe, expect, it } from 'vitest';
import type { WireSearch } from '../../src/api/contract/findings/search.ts';
import { toHitGroups } from './search-hits.ts';

const links = { self: '' };
const NOTHING: WireSearch = { services: [], versions: [], vulnerabilities: [], components: [] };
const CVE = {
  id: 'CVE-2026-1000',
  aliases: ['GHSA-aaaa-bbbb-cccc'],
  title: 'Bad',
  severity: 'high',
  services: 2,
  links,
};
const FOUND: WireSearch = {
  services: [{ id: 's', name: 'team/shop', links }],
  versions: [{ id: 'v', name: '1.0', found: 'latest', serviceId: 's', serviceName: 'team/shop', links }],
  vulnerabilities: [CVE as WireSearch['vulnerabilities'][number]],
  components: [{ id: 'c', name: 'lodash', version: '4.17.11', purl: null, links }],
};

describe('toHitGroups', () => {
  it('links each hit to its page and encodes a name as one path segment', () => {
    const { groups } = toHitGroups(FOUND, 'o');

    expect(groups.flatMap(({ hits }) => hits.map(({ path }) => path))).toEqual([
      '/services/team%2Fshop',
      '/services/s/versions/v',
      '/components/c',
      '/vulnerabilities/CVE-2026-1000',
    ]);
  });

  it.each(['cve-2026-1000', 'GHSA-AAAA-bbbb-cccc'])('lists vulnerabilities first when the query is the id %s', (q) => {
    expect(toHitGroups(FOUND, q).groups[0]?.title).toBe('Vulnerabilities');
  });

  it.each([
    ['Tok', ['/settings/tokens']],
    ['invite', ['/settings/members']],
    ['a', undefined],
    ['oken', undefined],
  ])('finds pages of the settings by the beginning of a word: %s', (q, paths) => {
    const found = toHitGroups(NOTHING, q).groups.find(({ title }) => title === 'Settings');

    expect(found?.hits.map(({ path }) => path)).toEqual(paths);
  });

  it('reports an unknown CVE and an empty result', () => {
    expect(toHitGroups(NOTHING, 'cve-2099-99999').note).toBe('No advisory found for CVE-2099-99999.');
    expect(toHitGroups(NOTHING, 'zzz').note).toBe('No results.');
    expect(toHitGroups(FOUND, 'shop').note).toBeUndefined();
  });
});
