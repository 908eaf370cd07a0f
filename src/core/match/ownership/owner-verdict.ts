/**
 * What a package of the system makes of a vulnerability in a package of a language that came with its files. A distribution
 * patches without changing the number of the version, so its own word wins; what it does not say is only told from a feed that
 * would say it. Only facts dismiss: an answer that is itself a guess, or a feed that lists fixes alone, lowers the confidence.
 */
import { isCveId } from '../../identity/vulnerability-id.ts';
import { confidenceOf } from '../confidence.ts';
import type { MatchEvidence, PackageMatch } from '../match.ts';

/** A package of the system, as far as it answers for what it holds. */
export interface Owner {
  readonly name: string;
  readonly version: string | null;
  /** What was guessed on the way to its identity. */
  readonly assumptions: readonly string[];
  /** False: it could not be checked, so that silence says nothing. */
  readonly isAssessed: boolean;
  /** Whether the feed of its release lists what is not fixed as well. */
  readonly isComprehensive: boolean;
  /** In every state, at least of the alias groups in question. */
  readonly matches: readonly PackageMatch[];
}

export interface Dismissal {
  /** The distribution denies it; or it lists everything about its packages, and not this. */
  readonly code: 'distro-not-affected' | 'owned-by-os-package';
  readonly owner: Pick<Owner, 'name' | 'version'>;
}

export type OwnerVerdict =
  | { readonly kind: 'affected' }
  | { readonly kind: 'dismissed'; readonly dismissal: Dismissal; readonly evidence: readonly MatchEvidence[] }
  | { readonly kind: 'cannot-tell' };

const CANNOT_TELL: OwnerVerdict = { kind: 'cannot-tell' };

/** `ecosystem` is that of the owned package. */
export function askOwner(match: PackageMatch, ecosystem: string | null, owner: Owner): OwnerVerdict {
  const own = owner.matches.find(({ groupId }) => groupId === match.groupId);
  if (own === undefined) {
    const isTelling = !COMPILED_IN.has(ecosystem) && isSilenceTelling(match, owner);
    return isTelling ? dismiss('owned-by-os-package', owner) : CANNOT_TELL;
  }
  if (own.state === 'affected') return { kind: 'affected' };
  const isGuess = own.state === 'cannot_assess' || own.confidence === 'low';
  return isGuess ? CANNOT_TELL : dismiss('distro-not-affected', owner, own.evidence);
}

// A flaw of a library that is compiled into programs is filed under the source package of the library, not under each program.
const COMPILED_IN: ReadonlySet<string | null> = new Set(['Go', 'crates.io']);

/** Distributions keep lists of CVE ids: about anything else their silence says nothing. */
function isSilenceTelling({ canonicalId }: PackageMatch, owner: Owner): boolean {
  const { isAssessed, isComprehensive, assumptions } = owner;
  return isAssessed && isComprehensive && isCveId(canonicalId) && confidenceOf(assumptions) !== 'low';
}

function dismiss(
  code: Dismissal['code'],
  { name, version }: Owner,
  evidence: readonly MatchEvidence[] = [],
): OwnerVerdict {
  return { kind: 'dismissed', dismissal: { code, owner: { name, version } }, evidence };
}
