/** Converts profile values to text and back, and describes their sources and the impact of confirming them. */
import type { WireImpact, WireProfileField } from '../../../src/api/contract/services/profile.ts';
import { countOf } from '../format/counts.ts';
import type { FieldForm } from './profile-fields.ts';
import { findLabel } from '../format/labels.ts';

export const UNKNOWN = 'unknown';

const PROFILE_VALUE_LABELS: Readonly<Record<string, string>> = {
  yes: 'Yes',
  no: 'No',
  unknown: 'Unknown',
  H: 'High',
  M: 'Medium',
  L: 'Low',
  none: 'None',
  internet: 'Internet',
  partner: 'Partners',
  // A network or a class of data.
  internal: 'Internal',
  'host-only': 'Same host only',
  'allow-list': 'Allow list',
  open: 'Unrestricted',
  public: 'Public',
  confidential: 'Confidential',
  restricted: 'Restricted',
  prod: 'Production',
  staging: 'Staging',
  dev: 'Development',
  ci: 'Continuous integration',
};

export function describeChoice(value: string): string {
  return findLabel(PROFILE_VALUE_LABELS, value);
}

/** Any value, on one line. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return describeChoice(value);
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map(describeValue).join(', ');
  if (typeof value === 'object' && value !== null) return Object.values(value).map(toPlain).join(' ');
  return toPlain(value);
}

function toPlain(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? '');
}

const SOURCE_LABELS: Readonly<Record<WireProfileField['source'], string>> = {
  user: 'Entered manually',
  sbom: 'Detected in the SBOM',
  upload: 'Sent with the upload',
  imported: 'From an imported document',
  'ai-suggested': 'Suggested by AI',
};

/** `Entered manually, confirmed by Ada on 2026-11-15`, `Detected in the SBOM` */
export function describeFieldSource(
  field: Pick<WireProfileField, 'source' | 'basis' | 'confirmedBy' | 'confirmedAt'>,
): string {
  const { source, basis, confirmedBy, confirmedAt } = field;
  const from = SOURCE_LABELS[source];
  if (basis === 'fact') return from;
  if (basis === null) return `${from}, not confirmed`;
  const at = confirmedAt === null ? '' : ` on ${confirmedAt.slice(0, 10)}`;
  return `${from}, confirmed by ${confirmedBy ?? 'unknown user'}${at}`;
}

/** Editable text of a text or a list of texts. */
export function toText(value: unknown): string {
  if (value === UNKNOWN || value === undefined) return '';
  return Array.isArray(value) ? value.map(toPlain).join('\n') : toPlain(value);
}

/** Not validated: the API rejects invalid values with their location. An empty text means unknown. */
export function parseText({ type }: FieldForm, text: string): unknown {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) return UNKNOWN;
  return type === 'texts' ? lines : text.trim();
}

const MEMBER_LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  version: 'Version',
  protocol: 'Protocol',
  port: 'Port',
  auth: 'Authentication',
  purl: 'Package URL',
  feature: 'Feature',
  note: 'Note',
};

/** Label of a part of an entry: `Package URL`. */
export function labelMember(member: string): string {
  return findLabel(MEMBER_LABELS, member);
}

type Counts = Pick<
  WireImpact['assumptions'][number]['values'][number],
  'lowered' | 'filtered' | 'raised' | 'bandChanged'
>;

/** `would lower the priority of 14 findings and mark 3 findings as not relevant` */
export function describeImpact({ lowered, filtered, raised, bandChanged }: Counts): string {
  const parts = [
    ...(lowered > 0 ? [`lower the priority of ${countOf(lowered, 'finding')}`] : []),
    ...(filtered > 0 ? [`mark ${countOf(filtered, 'finding')} as not relevant`] : []),
    ...(raised > 0 ? [`raise the priority of ${countOf(raised, 'finding')}`] : []),
    ...(bandChanged > 0 ? [`change the priority of ${countOf(bandChanged, 'finding')}`] : []),
  ];
  if (parts.length === 0) return 'would not change any finding';
  const last = parts.pop() ?? '';
  return `would ${parts.length === 0 ? last : `${parts.join(', ')} and ${last}`}`;
}
