/**
 * Counts the components of a set, grouped by the facts that determine whether they were checked. The document states all of them,
 * so they are counted where it is parsed: to count them again, every component would have to be read from the database.
 */
import type { SetMember } from './component-set.ts';

/** Of components that cannot be checked only the reason counts. */
export interface MemberGroup {
  /** Why they cannot be checked; null otherwise. */
  readonly reason: string | null;
  /** The family whose advisories must be loaded; null if they are not identified, like the rest of the release. */
  readonly family: string | null;
  readonly release: string | null;
  readonly channel: string | null;
  readonly count: number;
}

type CheckedMember = Pick<SetMember, 'package' | 'notChecked' | 'ecosystem'>;

export function countGroups(members: Iterable<CheckedMember>): readonly MemberGroup[] {
  const groups = new Map<string, MemberGroup>();
  for (const member of members) {
    const key = toGroupKey(member);
    const known = groups.get(key);
    groups.set(key, known === undefined ? toGroup(member) : { ...known, count: known.count + 1 });
  }
  return [...groups.values()];
}

const SEPARATOR = '\u001F';

/** Most members are in the same few groups, so the key is joined instead of built from an object. */
function toGroupKey({ package: identified, notChecked, ecosystem }: CheckedMember): string {
  if (notChecked !== null) return notChecked;
  const { coveredBy, release, channel } = identified?.identity ?? {};
  return [coveredBy ?? ecosystem ?? '', release ?? '', channel ?? ''].join(SEPARATOR) + SEPARATOR;
}

function toGroup({ package: identified, notChecked: reason, ecosystem }: CheckedMember): MemberGroup {
  if (reason !== null) return { reason, family: null, release: null, channel: null, count: 1 };
  const { coveredBy, release = null, channel = null } = identified?.identity ?? {};
  return { reason, family: coveredBy ?? ecosystem, release, channel, count: 1 };
}
