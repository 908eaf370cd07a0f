/** Texts for the quotas of the organization. */
import type { WireUsage } from '../../src/api/contract/organization/organization.ts';
import { countOf, formatBytes, formatCount } from './format/counts.ts';

type Quota = WireUsage['quotas'][number];

const QUOTA_TEXTS: Readonly<Record<Quota['quota'], { readonly noun: string; readonly cure: string }>> = {
  services: { noun: 'services', cure: 'delete services' },
  versions: { noun: 'versions', cure: 'delete versions' },
  sboms: { noun: 'SBOMs', cure: 'delete SBOMs or versions, turn on retention' },
  storedBytes: { noun: 'stored documents', cure: 'delete versions, turn on retention' },
  findings: { noun: 'findings', cure: 'delete versions' },
  tokens: { noun: 'active tokens', cure: 'revoke tokens' },
  webhooks: { noun: 'webhooks and notification rules', cure: 'delete webhooks or notification rules' },
  invitations: { noun: 'open invitations', cure: 'revoke invitations' },
  savedFilters: { noun: 'saved filters', cure: 'delete saved filters' },
};

/** The server sends its warning at the same percentage. */
const HIGH_PERCENT = 80;

interface QuotaText {
  readonly label: string;
  /** `8,000 of 10,000` */
  readonly amount: string;
  /** Rounded down, so that 100 means full. Null: unlimited. */
  readonly percent: number | null;
  readonly level: 'normal' | 'high' | 'full';
}

export function describeQuota({ quota, used, limit }: Quota): QuotaText {
  const { noun } = QUOTA_TEXTS[quota];
  const format = quota === 'storedBytes' ? formatBytes : formatCount;
  const label = noun.charAt(0).toUpperCase() + noun.slice(1);
  if (limit === null) return { label, amount: `${format(used)}, no limit`, percent: null, level: 'normal' };
  const percent = Math.floor((used / limit) * 100);
  return { label, amount: `${format(used)} of ${format(limit)}`, percent, level: toLevel(percent) };
}

function toLevel(percent: number): QuotaText['level'] {
  if (percent >= 100) return 'full';
  return percent >= HIGH_PERCENT ? 'high' : 'normal';
}

/** Returns the fullest quota, if it is worth a notice on every page. */
export function warnOfQuotas(
  quotas: WireUsage['quotas'],
): { readonly kind: 'bad' | 'doubtful'; readonly text: string } | undefined {
  const warned = quotas
    .map((quota) => ({ ...QUOTA_TEXTS[quota.quota], ...describeQuota(quota) }))
    .filter(({ level }) => level !== 'normal')
    .toSorted((a, b) => (b.percent ?? 0) - (a.percent ?? 0));
  const [first] = warned;
  if (first === undefined) return undefined;
  const others =
    warned.length === 1
      ? ''
      : ` ${countOf(warned.length - 1, 'other quota')} ${warned.length === 2 ? 'is' : 'are'} at ${HIGH_PERCENT} % or more.`;
  const cure = `${first.cure}, or ask the operator to raise the quota.`;
  return first.level === 'full'
    ? { kind: 'bad', text: `Quota for ${first.noun} reached: ${first.amount}.${others} To add more, ${cure}` }
    : {
        kind: 'doubtful',
        text: `${first.percent} % of the quota for ${first.noun} used: ${first.amount}.${others} To make room, ${cure}`,
      };
}
