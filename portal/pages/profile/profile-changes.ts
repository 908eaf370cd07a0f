/** Differences between two versions of a security profile, one per line. */
import type { WireProfileField, WireProfileVersion } from '../../../src/api/contract/services/profile.ts';
import { labelOf } from '../../text/profile/profile-fields.ts';
import { describeValue, UNKNOWN } from '../../text/profile/profile-values.ts';

type Version = Pick<WireProfileVersion, 'fields' | 'appliesTo' | 'runtimeDocuments'>;

export function listProfileChanges(before: Version | undefined, after: Version): readonly string[] {
  const [from, to] = [before?.fields ?? {}, after.fields];
  const paths = [...new Set([...Object.keys(from), ...Object.keys(to)])].toSorted();
  const fields = paths
    .filter((path) => toKey(from[path]) !== toKey(to[path]))
    .map((path) => `${labelOf(path)}: ${describe(from[path])} → ${describe(to[path])}`);
  const isElsewhere = before !== undefined && JSON.stringify(before.appliesTo) !== JSON.stringify(after.appliesTo);
  return [...fields, ...(isElsewhere ? ['Scope changed.'] : []), ...listDocuments(before, after)];
}

function listDocuments(before: Version | undefined, after: Version): readonly string[] {
  const kept = new Map(before?.runtimeDocuments.map((each) => [each.sha256, each.inForce]));
  const now = new Map(after.runtimeDocuments.map((each) => [each.sha256, each.inForce]));
  const changed = [...now].flatMap(([sha256, inForce]) => {
    if (kept.get(sha256) === inForce) return [];
    const state = inForce ? 'is enforced' : 'is no longer enforced';
    return [`Runtime document ${sha256.slice(0, 12)}… ${kept.has(sha256) ? state : 'was added'}`];
  });
  const gone = [...kept.keys()].filter((sha256) => !now.has(sha256));
  return [...changed, ...gone.map((sha256) => `Runtime document ${sha256.slice(0, 12)}… was removed`)];
}

function describe(field: WireProfileField | undefined): string {
  if (field === undefined) return describeValue(UNKNOWN);
  return `${describeValue(field.value)}${field.basis === null ? ' (not confirmed)' : ''}`;
}

function toKey(field: WireProfileField | undefined): string {
  if (field === undefined) return '';
  const { value, complete, confirmedBy, evidence } = field;
  return JSON.stringify([value, complete, confirmedBy, evidence]);
}
