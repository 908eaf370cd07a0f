/**
 * Updates that only some users of a release receive: paid support of Ubuntu (Pro), Red Hat (EUS, AUS, E4S, TUS, ELS) and SUSE
 * (LTSS, ESPOS), and side builds such as the cloud kernel of Rocky Linux or the extras of Amazon Linux. Entries for the channel of the package decide first,
 * then those for all users. If only a paid channel has a fix, packages older than it are affected and all others are fixed.
 * Entries of other side builds do not apply to the package.
 */
import type { AffectedEntry } from '../../advisory/advisory.ts';
import type { PackageIdentity } from '../../identity/package-identity.ts';
import type { TestedEntry } from '../match.ts';
import type { Family } from '../../vocabulary/package.ts';

type Rank = 'own' | 'base' | 'paid';

/** Returns undefined if the entry does not apply to the package. */
export function channelRankOf({ family, channel: own }: PackageIdentity, { channel }: AffectedEntry): Rank | undefined {
  if (channel === own) return 'own';
  // Extras of Amazon Linux and side builds of Oracle Linux have versions that cannot be compared with those of the release.
  if (SEPARATE.has(family)) return undefined;
  if (channel === undefined) return 'base';
  if (PAID[family]?.(channel) !== undefined) return 'paid';
  // All SUSE products share the packages of their release.
  return family === 'SUSE' ? 'own' : undefined;
}

export const SEPARATE: ReadonlySet<Family> = new Set(['Amazon Linux', 'Oracle Linux']);

const EXTENDED = /^(eus|aus|e4s|tus|els):(.+)$/;
const LONG_TERM = /\b(?:LTSS|ESPOS|BCL|TERADATA)\b/;

/** Names of paid channels; undefined for other channels. */
const PAID: { readonly [Name in Family]?: (channel: string) => string | undefined } = {
  Ubuntu: (channel) => (channel === 'pro' ? 'Ubuntu Pro' : undefined),
  'Red Hat': (channel) => {
    const [, support, release] = EXTENDED.exec(channel) ?? [];
    return support && `Red Hat ${support.toUpperCase()} ${release}`;
  },
  SUSE: (channel) => {
    const [support] = LONG_TERM.exec(channel) ?? [];
    return support && `SUSE ${support}`;
  },
};

/** Returns the name of the paid channel that has the fix of an entry, or undefined if the fix is available without one. */
export function findPaidChannel(identity: PackageIdentity, entry: AffectedEntry): string | undefined {
  const { channel } = entry;
  return channel === undefined || channel === identity.channel ? undefined : PAID[identity.family]?.(channel);
}

export function resolveChannels(identity: PackageIdentity, tested: readonly TestedEntry[]): readonly TestedEntry[] {
  if (tested.every(({ candidate }) => channelRankOf(identity, candidate.entry) === 'own')) return tested;
  const groups = Map.groupBy(tested, ({ candidate }) => candidate.groupId).values();
  return [...groups].flatMap((ofGroup) => {
    const of = (rank: Rank): TestedEntry[] =>
      ofGroup.filter(({ candidate }) => channelRankOf(identity, candidate.entry) === rank);
    const [own, base, paid] = [of('own'), of('base'), of('paid')];
    const deciding = [own, base].find((each) => each.length > 0) ?? resolvePaidFixes(paid);
    return applyFixedBuilds(deciding, paid);
  });
}

/** Fixes for several minor releases do not contradict each other: a package is affected unless it has all of them. */
function resolvePaidFixes(paid: readonly TestedEntry[]): readonly TestedEntry[] {
  const affected = paid.filter(({ outcome }) => outcome === 'affected');
  // That a release in a paid channel is not affected says nothing about the others.
  if (affected.length === 0) return paid.filter(({ candidate }) => candidate.entry.windows.length > 0);
  return affected.map((entry) => ({ ...entry, assumptions: [...entry.assumptions, 'paid-fix-only'] }));
}

/** A build for the same minor release as a paid fix, and not older than it, contains that fix. */
function applyFixedBuilds(deciding: readonly TestedEntry[], paid: readonly TestedEntry[]): readonly TestedEntry[] {
  if (!deciding.some(({ outcome }) => outcome === 'affected')) return deciding;
  const fixed = paid.filter(isFixedBuild);
  if (fixed.length === 0) return deciding;
  const kept = deciding.filter(({ candidate }) => !fixed.some((each) => each.candidate === candidate));
  return [...kept, ...fixed].map(({ assumptions, ...each }) => ({
    ...each,
    outcome: 'not_affected',
    window: undefined,
    range: undefined,
    assumptions: [...assumptions.filter((code) => code !== 'paid-fix-only'), 'fixed-by-build-tag'],
  }));
}

const MINOR_RELEASE = /\.(el[0-9]{1,2}_[0-9]{1,2})(?![0-9])/;

function isFixedBuild({ outcome, testedVersion, candidate }: TestedEntry): boolean {
  const own = MINOR_RELEASE.exec(testedVersion)?.[1];
  if (outcome !== 'not_affected' || own === undefined) return false;
  return candidate.entry.windows.some(({ fixed }) => MINOR_RELEASE.exec(fixed ?? '')?.[1] === own);
}
