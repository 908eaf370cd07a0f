/** Chooses the message for the banner of every page. Only the most important one is shown. */
import { DAY_MS } from '../text/format/time.ts';
import type { WireUsage } from '../../src/api/contract/organization/organization.ts';
import { warnOfQuotas } from '../text/quota-text.ts';

/**
 * Describes how the state of the advisory data limits a result. Every state except `ready` is reported, because it makes zero
 * findings less meaningful.
 */

interface BannerLink {
  readonly path: string;
  readonly text: string;
}

interface DataNotice {
  readonly text: string;
  readonly cure: string;
  readonly link?: BannerLink;
}

const LOAD =
  'Allow access to OSV, or set ASSAY_OSV_URL to a mirror. Assay then syncs automatically. To sync now, run "assay advisories sync".';

const NOTICES: Readonly<Record<string, DataNotice>> = {
  none: {
    text: 'No advisory data is loaded. No vulnerabilities can be found.',
    cure: LOAD,
  },
  starter: {
    text: 'Only the built-in starter set is loaded. Most vulnerabilities cannot be found yet.',
    cure: LOAD,
  },
  syncing: {
    text: 'Advisory data is still loading. More findings may appear.',
    cure: 'Results update when the sync completes.',
  },
  stale: {
    text: 'The advisory data is outdated. Newer vulnerabilities are not found.',
    cure: '',
    link: { path: '/settings/sources', text: 'Show what to do' },
  },
};

function findDataNotice(state: string): DataNotice | undefined {
  if (state === 'ready') return undefined;
  const known = Object.hasOwn(NOTICES, state) ? NOTICES[state] : undefined;
  return known ?? { text: `The advisory data is in the state "${state}".`, cure: 'Results may be incomplete.' };
}

export interface BannerFacts {
  readonly isUnreachable: boolean;
  readonly hasExpired: boolean;
  /** Why the server rejects uploads. */
  readonly serverProblem: string | undefined;
  readonly dataState: string | undefined;
  /** Names of outdated sources. */
  readonly outdated: readonly string[];
  readonly quotas: WireUsage['quotas'];
  readonly tokens: readonly {
    readonly name: string;
    readonly expiresAt: string | null;
    readonly revokedAt: string | null;
  }[];
  readonly nowMs: number;
}

interface BannerMessage {
  readonly kind: 'bad' | 'doubtful';
  readonly text: string;
  readonly link?: BannerLink;
}

const WARN_DAYS = 14;
const REPORTED_STATES = ['none', 'starter', 'stale'];

export function chooseBanner(facts: BannerFacts): BannerMessage | undefined {
  if (facts.isUnreachable)
    return { kind: 'bad', text: 'Connection lost, retrying. This page shows the last loaded data.' };
  if (facts.hasExpired) return { kind: 'bad', text: 'Your session has expired. Sign in again to continue.' };
  if (facts.serverProblem !== undefined) return { kind: 'bad', text: facts.serverProblem };
  const quota = warnOfQuotas(facts.quotas);
  if (quota?.kind === 'bad') return quota;
  const notice = REPORTED_STATES.includes(facts.dataState ?? '') ? findDataNotice(facts.dataState ?? '') : undefined;
  if (notice !== undefined) {
    const named = facts.outdated.length > 0 ? ` Outdated: ${facts.outdated.join(', ')}.` : '';
    const text = `${notice.text}${named} ${notice.cure}`.trimEnd();
    return { kind: 'doubtful', text, ...(notice.link && { link: notice.link }) };
  }
  return quota ?? warnOfToken(facts);
}

function warnOfToken({ tokens, nowMs }: BannerFacts): BannerMessage | undefined {
  const expiring = tokens
    .flatMap(({ name, expiresAt, revokedAt }) =>
      expiresAt === null || revokedAt !== null ? [] : [{ name, leftMs: Date.parse(expiresAt) - nowMs }],
    )
    .filter(({ leftMs }) => leftMs > 0 && leftMs < WARN_DAYS * DAY_MS)
    .toSorted((a, b) => a.leftMs - b.leftMs);
  const [first] = expiring;
  if (first === undefined) return undefined;
  const days = Math.ceil(first.leftMs / DAY_MS);
  const when = days === 1 ? 'within a day' : `in ${days} days`;
  const others = expiring.length === 1 ? '' : `, and ${expiring.length - 1} more soon after`;
  return {
    kind: 'doubtful',
    text: `The token "${first.name}" expires ${when}${others}. Create a replacement in the settings.`,
  };
}
