/** Chooses the message for the banner of every page. Only the most important one is shown. */
import type { WireUsage } from '../../src/api/contract/organization/organization.ts';
import { warnOfQuotas } from '../text/quota-text.ts';

/**
 * Describes how the state of the advisory data limits a result. Every state except `ready` is reported, because it makes zero
 * findings less meaningful.
 */

interface DataNotice {
  readonly text: string;
  readonly cure: string;
}

const LOAD =
  'Make the public address of OSV reachable, or set ASSAY_OSV_URL to a mirror; it is then read by itself, or at once with "assay advisories sync".';

const NOTICES: Readonly<Record<string, DataNotice>> = {
  none: {
    text: 'No advisory data is loaded: no vulnerability is known yet.',
    cure: LOAD,
  },
  starter: {
    text: 'Only the built-in starter set is loaded: most vulnerabilities are not known yet.',
    cure: LOAD,
  },
  syncing: {
    text: 'Advisory data is still being loaded: more findings may appear.',
    cure: 'Results are brought up to date when it is complete.',
  },
  stale: {
    text: 'The advisory data is old: newer vulnerabilities are not known.',
    cure: 'Findings stay as they are until a source can be read again.',
  },
};

function findDataNotice(state: string): DataNotice | undefined {
  if (state === 'ready') return undefined;
  const known = Object.hasOwn(NOTICES, state) ? NOTICES[state] : undefined;
  return known ?? { text: `The advisory data is in the state "${state}".`, cure: 'Zero findings may mean little.' };
}

export interface BannerFacts {
  readonly isUnreachable: boolean;
  readonly hasExpired: boolean;
  /** Why the server rejects uploads. */
  readonly serverProblem: string | undefined;
  readonly dataState: string | undefined;
  readonly quotas: WireUsage['quotas'];
  readonly tokens: readonly {
    readonly name: string;
    readonly expiresAt: string | null;
    readonly revokedAt: string | null;
  }[];
  readonly nowMs: number;
}

export interface BannerMessage {
  readonly kind: 'bad' | 'doubtful';
  readonly text: string;
}

const DAY_MS = 24 * 3_600_000;
const WARN_DAYS = 14;
const REPORTED_STATES = ['none', 'starter', 'stale'];

export function chooseBanner(facts: BannerFacts): BannerMessage | undefined {
  if (facts.isUnreachable)
    return { kind: 'bad', text: 'Connection lost, trying again. What you see is what was read last.' };
  if (facts.hasExpired) return { kind: 'bad', text: 'Your session has ended. Sign in again to go on.' };
  if (facts.serverProblem !== undefined) return { kind: 'bad', text: facts.serverProblem };
  const quota = warnOfQuotas(facts.quotas);
  if (quota?.kind === 'bad') return quota;
  const notice = REPORTED_STATES.includes(facts.dataState ?? '') ? findDataNotice(facts.dataState ?? '') : undefined;
  if (notice !== undefined) return { kind: 'doubtful', text: `${notice.text} ${notice.cure}` };
  return quota ?? warnOfToken(facts);
}

function warnOfToken({ tokens, nowMs }: BannerFacts): BannerMessage | undefined {
  const ending = tokens
    .flatMap(({ name, expiresAt, revokedAt }) =>
      expiresAt === null || revokedAt !== null ? [] : [{ name, leftMs: Date.parse(expiresAt) - nowMs }],
    )
    .filter(({ leftMs }) => leftMs > 0 && leftMs < WARN_DAYS * DAY_MS)
    .toSorted((a, b) => a.leftMs - b.leftMs);
  const [first] = ending;
  if (first === undefined) return undefined;
  const days = Math.ceil(first.leftMs / DAY_MS);
  const when = days === 1 ? 'within a day' : `in ${days} days`;
  const others = ending.length === 1 ? '' : ` and ${ending.length - 1} more expire soon after`;
  return {
    kind: 'doubtful',
    text: `The token "${first.name}" expires ${when}${others}. Uploads with it then end; create another one in the settings.`,
  };
}
