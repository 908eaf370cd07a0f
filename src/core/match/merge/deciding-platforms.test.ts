import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord, matchRecords } from '../../../../test/support/advisories.ts';

const PURL = 'pkg:golang/example.com/app@v1.3.0';
const WINDOWS = { os: ['windows'], arch: [] };

/** A record of a module, with the operating systems of each of its imports. */
function aRecord(id: string, ...systems: readonly (readonly string[])[]): Record<string, unknown> {
  const imports = systems.map((goos) => (goos.length === 0 ? { path: 'x' } : { path: 'x', goos }));
  const affected = anAffected({
    ecosystem: 'Go',
    name: 'example.com/app',
    type: 'SEMVER',
    ...(imports.length > 0 && { ecosystem_specific: { imports } }),
  });
  return anOsvRecord({ id, aliases: ['CVE-2024-1000'], affected: [affected] });
}

describe('the platforms of a match', () => {
  it('are those of the record', () => {
    expect(matchRecords(PURL, aRecord('GO-2024-1', ['windows']))[0]).toMatchObject({ platforms: [WINDOWS] });
  });

  it('are absent if the record has none', () => {
    expect(matchRecords(PURL, aRecord('GO-2024-1', []))[0]).not.toHaveProperty('platforms');
    expect(matchRecords(PURL, aRecord('GO-2024-1', ['windows'], []))[0]).not.toHaveProperty('platforms');
  });

  it('are those of the strongest authority, even if other records have none', () => {
    const [match] = matchRecords(PURL, aRecord('GHSA-aaaa-bbbb-cccc'), aRecord('GO-2024-1', ['windows']));

    expect(match).toMatchObject({ state: 'affected', platforms: [WINDOWS] });
  });

  it('are combined from records of equal authority, and absent if one has no limit', () => {
    const limited = matchRecords(PURL, aRecord('GO-2024-1', ['windows']), aRecord('GO-2024-2', ['darwin']));
    const lifted = matchRecords(PURL, aRecord('GO-2024-1', ['windows']), aRecord('GO-2024-2'));

    expect(limited[0]?.platforms).toEqual([{ os: ['darwin'], arch: [] }, WINDOWS]);
    expect(lifted[0]).not.toHaveProperty('platforms');
  });

  it('are absent if the package is not affected', () => {
    const fixed = matchRecords('pkg:golang/example.com/app@v3.0.0', aRecord('GO-2024-1', ['windows']));

    expect(fixed.every((match) => match.platforms === undefined)).toBe(true);
  });
});
