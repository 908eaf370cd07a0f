/** Chooses the message for the banner of every page. Only the most important one is shown. */
import { DAY_MS } from '../text/format/time.ts';
import type { WireUsage } from '../../src/api/contract/organization/organization.ts';
import { findDataNotice } from '../text/analysis/data-text.ts';
import { warnOfQuotas } from '../text/quota-text.ts';

export interface BannerFacts {
  readonly isUnreachable: boolean;
  readonly hasExpired: boolean;
  /** Why the server rejects uploads. */
  readonly serverProblem: string | undefined;
  readonly dataState: string | undefined;
  /** Names of outdated sources. */
  readonly outdated: readonly string[];
  /** Sources without a complete sync. */
  readonly missing: readonly { readonly name: string; readonly hasFailed: boolean }[];
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
  readonly link?: { readonly path: string; readonly text: string };
}

const WARN_DAYS = 14;

export function chooseBanner(facts: BannerFacts): BannerMessage | undefined {
  if (facts.isUnreachable)
    return { kind: 'bad', text: 'Connection lost, retrying. This page shows the last loaded data.' };
  if (facts.hasExpired) return { kind: 'bad', text: 'Your session has expired. Sign in again to continue.' };
  if (facts.serverProblem !== undefined) return { kind: 'bad', text: facts.serverProblem };
  const quota = warnOfQuotas(facts.quotas);
  if (quota?.kind === 'bad') return quota;
  return warnOfData(facts) ?? quota ?? warnOfToken(facts);
}

function warnOfData({ dataState, outdated, missing }: BannerFacts): BannerMessage | undefined {
  if (dataState === undefined) return undefined;
  // A source that failed before its first sync was complete is missing, not outdated.
  const isIncomplete = dataState === 'stale' && outdated.length === 0 && missing.length > 0;
  const notice = findDataNotice(isIncomplete ? 'syncing' : dataState);
  if (notice === undefined) return undefined;
  const nameMissing = (hasFailed: boolean): string[] =>
    missing.filter((source) => source.hasFailed === hasFailed).map(({ name }) => name);
  const text = [
    notice.text,
    listSources('Outdated', outdated),
    listSources('First sync failed', nameMissing(true)),
    listSources('Not synced yet', nameMissing(false)),
    notice.cure,
  ].filter((sentence) => sentence !== '');
  return { kind: 'doubtful', text: text.join(' '), ...(notice.link && { link: notice.link }) };
}

function listSources(label: string, names: readonly string[]): string {
  return names.length === 0 ? '' : `${label}: ${names.join(', ')}.`;
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
