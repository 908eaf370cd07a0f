/**
 * Updates that only some users of a release get: extended support of Red Hat, Pro of Ubuntu, long term support of SUSE. Whoever is
 * known to get them is measured by them first. For everybody else a fix in Ubuntu Pro says that the release itself is affected,
 * and one of Red Hat's extended support says only that builds of the same minor release are fixed from there on.
 */
import type { AffectedEntry } from '../../advisory/advisory.ts';
import type { PackageIdentity } from '../../identity/package-identity.ts';
import type { TestedEntry } from '../matcher.ts';

/** What an entry is to a package: asked first, asked where nobody else speaks, or only a witness. */
type Rank = 'first' | 'second' | 'witness';

const LONG_TERM = /\b(?:LTSS|ESPOS)\b/;
const EXTENDED = /^(?:eus|aus|e4s|tus):/;

/** Undefined: it is for others. */
export function rankOf({ family, channel: own }: PackageIdentity, { channel }: AffectedEntry): Rank | undefined {
  if (channel === own) return 'first';
  if (channel === undefined) return 'second';
  // Products of SUSE share the packages of their release, but not what is paid for beyond its time.
  if (family === 'SUSE') return LONG_TERM.test(channel) ? undefined : 'first';
  if (own !== undefined) return undefined;
  if (family === 'Ubuntu' && channel === 'pro') return 'second';
  return family === 'Red Hat' && EXTENDED.test(channel) ? 'witness' : undefined;
}

/** Whom one has to be to get the fix of an entry; undefined: whoever has the package gets it. */
export function channelToJoin(identity: PackageIdentity, entry: AffectedEntry): string | undefined {
  return rankOf(identity, entry) === 'second' ? entry.channel : undefined;
}

export function settleChannels(identity: PackageIdentity, tested: readonly TestedEntry[]): TestedEntry[] {
  const ranked = tested.map((each) => ({ each, rank: rankOf(identity, each.candidate.entry) }));
  if (ranked.every(({ rank }) => rank === 'first')) return [...tested];
  const groups = Map.groupBy(ranked, ({ each }) => each.candidate.groupId).values();
  return [...groups].flatMap((ofGroup) => {
    const of = (wanted: Rank): TestedEntry[] => ofGroup.filter(({ rank }) => rank === wanted).map(({ each }) => each);
    const first = of('first');
    return hearWitnesses(first.length > 0 ? first : of('second'), of('witness'));
  });
}

function hearWitnesses(tested: readonly TestedEntry[], witnesses: readonly TestedEntry[]): readonly TestedEntry[] {
  if (!tested.some(({ outcome }) => outcome === 'affected')) return tested;
  const fixed = witnesses.filter(isFixedBuild);
  if (fixed.length === 0) return tested;
  return [...tested, ...fixed].map((each) => ({
    ...each,
    outcome: 'not_affected',
    window: undefined,
    range: undefined,
    assumptions: [...each.assumptions, 'fixed-by-build-tag'],
  }));
}

const MINOR_RELEASE = /\.(el[0-9]{1,2}_[0-9]{1,2})(?![0-9])/;

function isFixedBuild({ outcome, testedVersion, candidate }: TestedEntry): boolean {
  const own = MINOR_RELEASE.exec(testedVersion)?.[1];
  if (outcome !== 'not_affected' || own === undefined) return false;
  return candidate.entry.windows.some(({ fixed }) => MINOR_RELEASE.exec(fixed ?? '')?.[1] === own);
}
