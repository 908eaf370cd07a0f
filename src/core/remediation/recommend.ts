/**
 * ENTRY. Returns the recommendation for one package version: the target, and advice when no version is clean, which is a normal
 * result. The advice has one row per situation, and the first matching row counts. The responses are those of CycloneDX.
 * https://cyclonedx.org/docs/1.6/json/#vulnerabilities_items_analysis_response
 */
import { isEndOfLife } from '../identity/distro/end-of-life.ts';
import { chooseTarget, type TargetQuestion } from './targets/choose-target.ts';
import type { TargetAnswer } from './targets/target.ts';
import { LIMITS } from '../limits.ts';
import type { PackageMatch } from '../match/match.ts';
import type { VexResponse } from '../vocabulary/vex.ts';

export interface RecommendContext extends Pick<NoCleanVersionFacts, 'replacement' | 'workaround'> {
  /** As the package manager spells it. */
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface Recommendation {
  readonly answer: TargetAnswer;
  readonly withoutClean?: NoCleanAnswer;
}

/** `answer` is the result of `chooseTarget` for the question, if the caller already has it. */
export function recommend(
  question: TargetQuestion,
  { at, ...context }: RecommendContext,
  answer: TargetAnswer = chooseTarget(question),
): Recommendation {
  const { identity } = question.package;
  const own = answer.own.filter(({ state }) => state === 'affected');
  const status = own.find(({ fixState }) => fixState === 'wont_fix')?.urgency;
  const channel = own.find(({ fixChannel }) => fixChannel !== undefined)?.fixChannel;
  const withoutClean = adviseWithoutCleanVersion({
    ...context,
    answer,
    classes: own.map((match) => match.class),
    fixStates: own.map(({ fixState }) => fixState),
    ...(answer.introducedAt !== undefined && { notAffectedBefore: answer.introducedAt }),
    ...(channel !== undefined && { channel }),
    isReleaseEnded: isEndOfLife(identity, at),
    ...(status !== undefined && { distroStatus: { status, source: identity.family } }),
  });
  return withoutClean === undefined ? { answer } : { answer, withoutClean };
}

export type Situation =
  | ('malicious' | 'cannot_assess' | 'eol' | 'wont_fix' | 'reduces' | 'replaced' | 'only_last_affected')
  | ('paid_channel' | 'unmaintained' | 'workaround' | 'not_affected_before' | 'no_fix');

export interface NoCleanVersionFacts {
  readonly name: string;
  readonly answer: Pick<TargetAnswer, 'outcome' | 'best' | 'above'>;
  readonly classes: readonly PackageMatch['class'][];
  readonly fixStates: readonly PackageMatch['fixState'][];
  /** Status as stated by the distribution, and the name of the distribution. */
  readonly distroStatus?: { readonly status: string; readonly source: string };
  readonly isReleaseEnded?: boolean;
  /** The paid channel with the only fix: `Red Hat EUS 9.2`. */
  readonly channel?: string;
  /** The fix is in another package: renamed, another major path of a Go module, a fork. */
  readonly replacement?: { readonly name: string; readonly version: string | undefined };
  readonly workaround?: { readonly text: string; readonly source: string; readonly url: string | undefined };
  /** The first affected version, if the vulnerability was introduced later; versions before it do not have it. */
  readonly notAffectedBefore?: string;
}

export interface NoCleanAnswer {
  readonly situation: Situation;
  readonly kind: 'remove' | 'replace' | 'upgrade' | 'workaround' | 'none';
  readonly response: VexResponse | null;
  readonly text: string;
}

/** Undefined: there is a clean version, or nothing to do. */
export function adviseWithoutCleanVersion(facts: NoCleanVersionFacts): NoCleanAnswer | undefined {
  const isMalicious = facts.classes.includes('malicious');
  if (facts.answer.outcome === 'not_needed') return undefined;
  if (facts.answer.outcome === 'clean' && !isMalicious) return undefined;
  const row = ROWS.find(({ fits }) => fits(facts));
  if (row === undefined) return undefined;
  const { situation, kind, response } = row;
  return { situation, kind, response, text: row.text(facts) };
}

interface Row extends Pick<NoCleanAnswer, 'situation' | 'kind' | 'response'> {
  readonly fits: (facts: NoCleanVersionFacts) => boolean;
  readonly text: (facts: NoCleanVersionFacts) => string;
}

const ROWS: readonly Row[] = [
  {
    situation: 'malicious',
    kind: 'remove',
    response: null,
    fits: ({ classes }) => classes.includes('malicious'),
    text: ({ name, answer }) => {
      const clean = answer.best?.isClean === true ? ` Version ${answer.best.version} is not listed as malicious.` : '';
      return `Remove ${name} now and rotate every secret that it could read.${clean}`;
    },
  },
  {
    situation: 'cannot_assess',
    kind: 'none',
    response: null,
    fits: ({ answer }) => answer.outcome === 'cannot_assess',
    text: ({ name }) => `No recommendation: the version of ${name} cannot be compared with other versions.`,
  },
  {
    situation: 'eol',
    kind: 'none',
    response: 'will_not_fix',
    fits: ({ isReleaseEnded }) => isReleaseEnded === true,
    text: ({ name, channel }) => {
      const paid = channel === undefined ? '' : `, or get fixes with ${channel}`;
      return `The distribution release of ${name} has reached end of life. Move to a supported release${paid}.`;
    },
  },
  {
    situation: 'reduces',
    kind: 'upgrade',
    response: 'update',
    fits: ({ answer }) => answer.best !== undefined,
    text: ({ name, answer }) => {
      const count = answer.best?.remaining.length ?? 0;
      const rest = count === 1 ? '1 vulnerability remains' : `${count} vulnerabilities remain`;
      return `Upgrade ${name} to ${answer.best?.version} to reduce the risk; ${rest}.`;
    },
  },
  {
    situation: 'replaced',
    kind: 'replace',
    response: 'update',
    fits: ({ replacement }) => replacement !== undefined,
    text: ({ name, replacement }) =>
      `Fixed only in another package: replace ${name} with ${replacement?.name} ${replacement?.version ?? ''}`.trim() +
      '.',
  },
  {
    situation: 'only_last_affected',
    kind: 'upgrade',
    response: 'update',
    fits: ({ answer }) => answer.above !== undefined,
    text: ({ name, answer }) =>
      `Upgrade ${name} to a version above ${answer.above}. No advisory names a fixed version.`,
  },
  {
    situation: 'paid_channel',
    kind: 'none',
    response: 'update',
    fits: ({ channel }) => channel !== undefined,
    text: ({ name, channel }) => `The fix for ${name} is available only with ${channel}.`,
  },
  {
    situation: 'wont_fix',
    kind: 'none',
    response: 'will_not_fix',
    fits: ({ fixStates }) => fixStates.includes('wont_fix'),
    text: ({ name, distroStatus }) =>
      distroStatus === undefined
        ? `${name} will not be fixed in this release.`
        : `${distroStatus.source} lists ${name} as "${distroStatus.status}".`,
  },
  {
    situation: 'unmaintained',
    kind: 'replace',
    response: 'can_not_fix',
    fits: ({ classes }) => classes.length > 0 && classes.every((each) => each === 'informational'),
    text: ({ name }) => `The package ${name} is no longer maintained. Replace it, or accept the risk.`,
  },
  {
    situation: 'workaround',
    kind: 'workaround',
    response: 'workaround_available',
    fits: ({ workaround }) => workaround !== undefined,
    text: ({ workaround: { source, text, url } = { source: '', text: '', url: undefined } }) =>
      `Workaround from ${source}${url === undefined ? '' : ` (${url})`}: ${text.slice(0, LIMITS.workaroundCharactersMax)}`,
  },
  {
    // Information only: a downgrade is never recommended.
    situation: 'not_affected_before',
    kind: 'none',
    response: 'rollback',
    fits: ({ notAffectedBefore }) => notAffectedBefore !== undefined,
    text: ({ name, notAffectedBefore }) =>
      `No fix for ${name} is known. Versions before ${notAffectedBefore} are not affected.`,
  },
  {
    situation: 'no_fix',
    kind: 'none',
    response: 'can_not_fix',
    fits: () => true,
    text: ({ name }) =>
      `No fix for ${name} is known. Consider a compensating control. Every advisory update is checked for a fix.`,
  },
];
