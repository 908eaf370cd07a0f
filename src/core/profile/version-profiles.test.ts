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

    expect(views.map(({ name }) => name)).toEqual(['no profile', 'web']);
    expect(views.map((view) => appliesTo(view, at('ghcr.io/acme/worker:1')))).toEqual([true, false]);
    expect(views[0]?.known('exposure.reach')).toBeUndefined();
  });

  it('returns no profiles for a service without profiles', () => {
    expect(toVersionProfiles([], [aDocument()]).profilesOf([at(null)])).toEqual([]);
  });

  it('reports conflicts between stated and derived values', () => {
    const stated: ProfileField = { value: 'windows', source: 'user', confirmedBy: 'Ada' };
    const profile = aProfile({ fields: { 'runtime.os': stated } });

    expect(completeProfile(profile, [profile], [aDocument()]).conflicts).toMatchObject([
      { path: 'runtime.os', used: stated, other: { value: 'linux' } },
    ]);
  });
});
