/** Filters by relevance, decision and due date. */
import { useNavigate } from '@tanstack/react-router';
import { BANDS } from '../../../src/core/vocabulary/priority.ts';
import { LOWER_LABELS } from '../../../src/core/vocabulary/relevance.ts';
import { DECIDED_STATE_LABELS } from '../../text/findings/decision-text.ts';
import { BAND_LABELS } from '../finding/priority-text.ts';
import { describeCode, KNOWN_CODES, PRIORITY_LABEL_TEXTS } from '../../text/findings/relevance-text.ts';
import styles from './relevance-filters.module.css';

export const RELEVANCE_GROUPS = [
  {
    name: 'suggested',
    title: 'Suggestion',
    values: ['true'],
    labels: { true: 'Needs review' },
    isSeveral: false,
  },
  { name: 'band', title: 'Priority', values: BANDS, labels: BAND_LABELS, isSeveral: true },
  {
    name: 'decided',
    title: 'Decision',
    values: Object.keys(DECIDED_STATE_LABELS),
    labels: DECIDED_STATE_LABELS,
    isSeveral: true,
  },
  {
    name: 'label',
    title: 'Lower priority reason',
    values: LOWER_LABELS,
    labels: PRIORITY_LABEL_TEXTS,
    isSeveral: true,
  },
] as const;

const DAY_MS = 24 * 3_600_000;

/** Whole days, so that a link means the same for a day. */
export function toDueGroup(nowMs: number) {
  const days = [
    [1, 'Today or overdue'],
    [7, 'Within 7 days'],
    [14, 'Within 14 days'],
    [60, 'Within 60 days'],
  ] as const;
  const choices = days.map(([count, label]) => [toMidnight(nowMs + count * DAY_MS), label] as const);
  return {
    name: 'dueBefore',
    title: 'Due',
    values: choices.map(([value]) => value),
    labels: Object.fromEntries(choices),
    isSeveral: false,
  } as const;
}

function toMidnight(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 10)}T00:00:00Z`;
}

/** A select, because there are too many for checkboxes and rarely more than one is needed. */
export function ReasonChoice({ reason }: { readonly reason: string | undefined }) {
  const navigate = useNavigate();
  const codes = reason === undefined || KNOWN_CODES.includes(reason) ? KNOWN_CODES : [...KNOWN_CODES, reason];
  return (
    <label className={styles.reason}>
      <span>Reason</span>
      <select
        value={reason ?? ''}
        onChange={(event) => {
          const next = event.currentTarget.value || undefined;
          void navigate({ to: '.', search: (view) => ({ ...view, reason: next }), resetScroll: false });
        }}
      >
        <option value="">Any</option>
        {codes.map((code) => (
          <option key={code} value={code}>
            {describeCode(code)}
          </option>
        ))}
      </select>
    </label>
  );
}
