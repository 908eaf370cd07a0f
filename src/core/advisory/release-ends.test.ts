import { describe, expect, it } from 'vitest';
import { findMatches, indexAdvisories, readAdvisory } from '../../../test/support/advisories.ts';
import { listEndedReleases } from '../identity/distro/end-of-life.ts';
import { toReleaseEndRecord } from './release-ends.ts';

const FAR = '2099-01-01T00:00:00Z';
const NOW = '2026-11-18T00:00:00Z';

function recordsAt(at: string) {
  return listEndedReleases(at).map((ended) => readAdvisory(toReleaseEndRecord(ended)));
}

describe('toReleaseEndRecord', () => {
  it('is about a package of its own release, for every release with a date', () => {
    for (const ended of listEndedReleases(FAR)) {
      const { affected, class: recordClass } = readAdvisory(toReleaseEndRecord(ended));

      expect(recordClass).toBe('end_of_life');
      expect(affected.length).toBeGreaterThan(0);
      for (const entry of affected) expect(entry).toMatchObject({ family: ended.family, release: ended.release });
    }
  });

  it('states the last day and the next release that is supported', () => {
    const buster = recordsAt(NOW).find(({ id }) => id === 'EOL-Debian-10');

    expect(buster?.title).toBe('Debian 10 has been without security fixes since 2024-06-30');
    expect(buster?.details).toContain('Move to Debian 12, which is supported until 2028-06-30');
    expect(recordsAt('2024-06-30T12:00:00Z').map(({ id }) => id)).not.toContain('EOL-Debian-10');
  });

  it('makes one finding of an image, at the package that identifies its release', () => {
    const candidates = indexAdvisories(recordsAt(NOW));
    const find = (purl: string) => findMatches(purl, candidates);

    expect(find('pkg:deb/debian/base-files@10.3%2Bdeb10u13?distro=debian-10')).toMatchObject([
      { canonicalId: 'EOL-Debian-10', class: 'end_of_life', state: 'affected', confidence: 'high', fixedVersions: [] },
    ]);
    expect(find('pkg:deb/debian/libssl1.1@1.1.1d?distro=debian-10&upstream=openssl')).toEqual([]);
    expect(
      find('pkg:apk/alpine/alpine-baselayout-data@3.4.0-r0?distro=alpine-3.16&upstream=alpine-baselayout'),
    ).toEqual([]);
    expect(find('pkg:deb/debian/base-files@12.4?distro=debian-12')).toEqual([]);
  });

  it('is not about packages of a paid channel', () => {
    const candidates = indexAdvisories(recordsAt(NOW));

    expect(findMatches('pkg:deb/ubuntu/base-files@10.1?distro=ubuntu-18.04', candidates)).toHaveLength(1);
    expect(findMatches('pkg:deb/ubuntu/base-files@10.1?distro=ubuntu:pro-18.04', candidates)).toEqual([]);
  });
});
