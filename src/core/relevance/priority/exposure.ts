/**
 * Determines where a service is reachable from and the requirements of its data, from its security profiles. The worst profile
 * decides. A missing value counts as the worst, or as not set, so a gap never lowers a risk.
 */
import type { ScoreContext } from '../../advisory/severity/contextual-score.ts';
import type { ProfileView } from '../../profile/profile-view.ts';
import { compareText } from '../../text/compare-text.ts';
import type { Requirement } from '../../vocabulary/profile.ts';

interface Exposure {
  /** `exposure-internet`, `exposure-internal`, `exposure-unknown`. */
  readonly code: string;
  /** Share of the risk that remains. */
  readonly value: number;
  /** Name of the most exposed profile; null: not of a profile. */
  readonly from: string | null;
}

const UNKNOWN: Exposure = { code: 'exposure-unknown', value: 1, from: null };

export function findExposure(profiles: readonly ProfileView[]): Exposure {
  const [worst] = profiles.map(exposureOf).toSorted((a, b) => b.value - a.value || compareText(textOf(a), textOf(b)));
  return worst ?? UNKNOWN;
}

const VALUES: ReadonlyMap<unknown, number> = new Map([
  ['partner', 0.75],
  ['internal', 0.6],
  ['host-only', 0.35],
  ['none', 0.2],
]);

function exposureOf(profile: ProfileView): Exposure {
  const reach = profile.known('exposure.reach')?.value;
  const from = profile.version === 0 ? null : profile.name;
  if (reach === 'internet')
    return profile.known('exposure.unauthenticatedSurface')?.value === 'no'
      ? { code: 'exposure-internet-authenticated', value: 0.85, from }
      : { code: 'exposure-internet', value: 1, from };
  const value = VALUES.get(reach);
  return value === undefined ? { ...UNKNOWN, from } : { code: `exposure-${String(reach)}`, value, from };
}

/** Unknown counts as exposed. */
export function isExposed(profiles: readonly ProfileView[]): { readonly exposed: boolean; readonly isKnown: boolean } {
  const all = profiles.map(exposureOf);
  const isKnown = all.length > 0 && all.every(({ code }) => code !== UNKNOWN.code);
  return { exposed: !isKnown || all.some(({ value }) => value === 1), isKnown };
}

export function isInternal(profiles: readonly ProfileView[]): boolean {
  return profiles.length > 0 && profiles.every((profile) => profile.known('exposure.reach')?.value === 'internal');
}

export function findRequirements(profiles: readonly ProfileView[]): ScoreContext['requirements'] {
  return {
    confidentiality: worstOf(profiles, 'data.confidentialityReq'),
    integrity: worstOf(profiles, 'data.integrityReq'),
    availability: worstOf(profiles, 'data.availabilityReq'),
  };
}

/** A missing value weighs as much as medium, so `L` needs every profile, and `H` only one of them. */
function worstOf(profiles: readonly ProfileView[], path: string): Requirement | null {
  const values = profiles.map((profile) => profile.known(path)?.value);
  if (values.includes('H')) return 'H';
  if (values.length === 0 || values.some((value) => value !== 'M' && value !== 'L')) return null;
  return values.includes('M') ? 'M' : 'L';
}

function textOf({ code, from }: Exposure): string {
  return `${from ?? ''} ${code}`;
}
