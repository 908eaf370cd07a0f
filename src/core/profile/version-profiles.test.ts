import { describe, expect, it } from 'vitest';
import type { ProfileField } from './security-profile.ts';
import { completeProfile, toVersionProfiles, type LoadedProfile, type ProfiledDocument } from './version-profiles.ts';

const LIMITED_TO_NOTHING = { environments: [], images: [], sbomKinds: [] };

function aProfile(changes: Partial<LoadedProfile> = {}): LoadedProfile {
  return {
    name: 'web',
    version: 1,
    isDefault: false,
    appliesTo: LIMITED_TO_NOTHING,
    fields: {},
    documentRefs: [],
    documents: [],
    ...changes,
  };
}

function aDocument(changes: Partial<ProfiledDocument> = {}): ProfiledDocument {
  return {
    label: 'ghcr.io/acme/web',
    image: 'ghcr.io/acme/web:1',
    kind: 'deployed',
    isContainer: true,
    platform: { os: ['linux'], arch: ['amd64'] },
    distro: 'debian-12',
    languages: [],
    hasShell: false,
    ...changes,
  };
}

function at(image: string | null): { image: string | null; document: { kind: 'deployed' } } {
  return { image, document: { kind: 'deployed' } };
}

const INTERNAL: ProfileField = { value: 'internal', source: 'user', confirmedBy: 'Ada' };
const WEB = aProfile({
  appliesTo: { ...LIMITED_TO_NOTHING, images: ['ghcr.io/acme/web'] },
  fields: { 'exposure.reach': INTERNAL },
});

describe('toVersionProfiles', () => {
  it('returns profiles at the places that they apply to', () => {
    const { profilesOf, appliesTo } = toVersionProfiles([WEB], [aDocument()]);
    const [view] = profilesOf([at('ghcr.io/acme/web:1')]);

    expect(view?.known('exposure.reach')?.value).toBe('internal');
    expect(view !== undefined && appliesTo(view, at('ghcr.io/acme/web:1'))).toBe(true);
    expect(view !== undefined && appliesTo(view, at('ghcr.io/acme/worker:1'))).toBe(false);
  });

  it('completes a profile with facts only from the documents that it applies to', () => {
    const worker = aDocument({ image: 'ghcr.io/acme/worker:1', platform: { os: ['windows'], arch: ['arm64'] } });
    const [view] = toVersionProfiles([WEB], [aDocument(), worker]).profilesOf([at('ghcr.io/acme/web:1')]);

    expect(view?.known('runtime.os')).toEqual({ value: 'linux', complete: false, basis: 'fact' });
  });

  it('does not apply a profile to a place without a profile', () => {
    const { profilesOf, appliesTo } = toVersionProfiles([WEB], [aDocument()]);
    const views = profilesOf([at('ghcr.io/acme/web:1'), at('ghcr.io/acme/worker:1')]);

    expect(views.map(({ name }) => name)).toEqual(['SBOM facts', 'web']);
    expect(views.map((view) => appliesTo(view, at('ghcr.io/acme/worker:1')))).toEqual([true, false]);
    expect(views[0]?.known('exposure.reach')).toBeUndefined();
  });

  it('returns what the SBOMs of images show for a service without profiles', () => {
    const { profilesOf } = toVersionProfiles([], [aDocument(), aDocument({ distro: 'alpine-3' })]);
    const [view, ...others] = profilesOf([at('ghcr.io/acme/web:1'), at('ghcr.io/acme/worker:1')]);

    expect(others).toEqual([]);
    expect(view?.known('runtime.os')).toEqual({ value: 'linux', complete: false, basis: 'fact' });
    expect(view?.known('runtime.arch')).toEqual({ value: ['amd64'], complete: true, basis: 'fact' });
    expect(view?.known('runtime.distro')).toBeUndefined();
  });

  it('does not apply what an image shows to a document of sources', () => {
    const sources = { image: null, document: { kind: 'source' as const, isContainer: false } };
    const { profilesOf } = toVersionProfiles([], [aDocument(), aDocument({ kind: 'source', isContainer: false })]);
    const views = profilesOf([at('ghcr.io/acme/web:1'), sources]);

    expect(views.map(({ name, known }) => [name, known('runtime.os')?.value])).toEqual([
      ['SBOM facts', 'linux'],
      ['no profile', undefined],
    ]);
  });

  it('returns no profiles for a service without profiles and images', () => {
    const sources = aDocument({ kind: 'source', isContainer: false });

    expect(toVersionProfiles([], [sources]).profilesOf([at(null)])).toEqual([]);
  });

  it('reports conflicts between stated and derived values', () => {
    const stated: ProfileField = { value: 'windows', source: 'user', confirmedBy: 'Ada' };
    const profile = aProfile({ fields: { 'runtime.os': stated } });

    expect(completeProfile(profile, [profile], [aDocument()]).conflicts).toMatchObject([
      { path: 'runtime.os', used: stated, other: { value: 'linux' } },
    ]);
  });
});
