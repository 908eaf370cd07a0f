/** The inbox as one list: each finding once, with the parts that it is in. */
import { INBOX_PARTS, type InboxPart } from '../../../src/core/vocabulary/inbox.ts';
import type { WireInbox, WireInboxFinding } from '../../../src/api/contract/findings/inbox.ts';
import { findDueDate, toDueText } from '../../text/findings/finding-text.ts';

export const PART_LABELS: Readonly<Record<InboxPart, string>> = {
  assigned: 'Assigned to me',
  due: 'Due soon',
  review: 'Needs review',
  disputed: 'Sources disagree',
  expiring: 'Decision expires',
  new: 'New',
};

export interface InboxItem {
  /** The most urgent of its rows. */
  readonly finding: WireInboxFinding;
  readonly parts: readonly InboxPart[];
  /** Ids of its rows: one per version of the package. */
  readonly rowIds: readonly string[];
}

/** A vulnerability in a package of a service is one item. In the order of the parts, and within a part as the API sorts it. */
export function listItems({ parts, since }: Pick<WireInbox, 'parts' | 'since'>, part?: InboxPart): InboxItem[] {
  const items = new Map<string, { finding: WireInboxFinding; parts: Set<InboxPart>; rowIds: Set<string> }>();
  for (const { name, findings } of parts) {
    for (const finding of findings) {
      const known = items.get(finding.fingerprint) ?? { finding, parts: new Set(), rowIds: new Set() };
      known.parts.add(name);
      // The list of new findings has only the first ones.
      if (finding.firstSeen.at > since) known.parts.add('new');
      known.rowIds.add(finding.id);
      items.set(finding.fingerprint, known);
    }
  }
  return [...items.values()]
    .filter((item) => part === undefined || item.parts.has(part))
    .map((item) => ({
      finding: item.finding,
      parts: INBOX_PARTS.filter((each) => item.parts.has(each)),
      rowIds: [...item.rowIds],
    }));
}

/** `Assigned to me, due 2026-11-30`, `Overdue`, `Needs review`. */
export function describePart({ finding }: Pick<InboxItem, 'finding'>, part: InboxPart, nowMs: number): string {
  const { work, decision } = finding;
  if (part === 'assigned') {
    const dueOn = work?.dueOn ?? null;
    return dueOn === null
      ? PART_LABELS.assigned
      : `${PART_LABELS.assigned}, ${toDueText(dueOn, nowMs) ?? `due ${dueOn}`}`;
  }
  if (part === 'due') {
    const text = toDueText(findDueDate(finding), nowMs);
    return text === undefined ? PART_LABELS.due : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  }
  if (part === 'expiring' && decision?.expiresAt) return `${PART_LABELS.expiring} ${decision.expiresAt.slice(0, 10)}`;
  return PART_LABELS[part];
}
