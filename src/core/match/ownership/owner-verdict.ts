/**
 * The verdict of an OS package on a vulnerability in a language package among its files. A distribution patches without changing
 * the version number, so its own record takes precedence; a missing record counts only in a feed that would list it. Only facts
 * dismiss a match: an uncertain answer, or a feed that lists only fixes, lowers the confidence.
 */
import { isCveId } from '../../identity/vulnerability-id.ts';
import { confidenceOf } from '../confidence.ts';
import type { MatchEvidence, PackageMatch } from '../match.ts';

/** An OS package and its matches. */
export interface Owner {
  readonly name: string;
  readonly version: string | null;
  /** Assumptions made when identifying it. */
  readonly assumptions: readonly string[];
  /** False if it could not be checked, so that a missing match means nothing. */
  readonly isAssessed: boolean;
  /** Whether the feed of its release also lists unfixed vulnerabilities. */
  readonly isComprehensive: boolean;
  /** Matches in every state, at least for the alias groups in question. */
  readonly matches: readonly PackageMatch[];
}

export interface Dismissal {
  /** The distribution reports it as not affected, or its feed is comprehensive and does not list it. */
  readonly code: 'distro-not-affected' | 'owned-by-os-package';
  readonly owner: Pick<Owner, 'name' | 'version'>;
}

export type OwnerVerdict =
  | { readonly kind: 'affected' }
  | { readonly kind: 'dismissed'; readonly dismissal: Dismissal; readonly evidence: readonly MatchEvidence[] }
  | { readonly kind: 'cannot-tell' };

const CANNOT_TELL: OwnerVerdict = { kind: 'cannot-tell' };

/** `ecosystem` is that of the owned package. */
export function toOwnerVerdict(match: PackageMatch, ecosystem: string | null, owner: Owner): OwnerVerdict {
  const own = owner.matches.find(({ groupId }) => groupId === match.groupId);
  if (own === undefined) {
    const isTelling = !COMPILED_IN.has(ecosystem) && isAbsenceConclusive(match, owner);
    return isTelling ? dismiss('owned-by-os-package', owner) : CANNOT_TELL;
  }
  if (own.state === 'affected') return { kind: 'affected' };
  const isGuess = own.state === 'cannot_assess' || own.confidence === 'low';
  return isGuess ? CANNOT_TELL : dismiss('distro-not-affected', owner, own.evidence);
}

// A flaw in a library that is compiled into programs is filed under the source package of the library, not under each program.
const COMPILED_IN: ReadonlySet<string | null> = new Set(['Go', 'crates.io']);

/** Distributions track CVE ids: for other ids, a missing record means nothing. */
function isAbsenceConclusive({ canonicalId }: PackageMatch, owner: Owner): boolean {
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
