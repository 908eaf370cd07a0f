/** Filters for findings, and chips to remove each active filter. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { DAY_MS } from '../../text/format/time.ts';
import { BANDS } from '../../../src/core/vocabulary/priority.ts';
import { LOWER_LABELS } from '../../../src/core/vocabulary/relevance.ts';
import { Disclosure } from '../../parts/dialogs/disclosure.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { useNow } from '../../parts/values/use-now.ts';
import { FILTER_GROUPS, listChips, type FilterName } from '../../search-params/finding-filters.ts';
import { hasFilters, toggleOnly, toggleValue, valuesOf, type FindingView } from '../../search-params/finding-view.ts';
import { findingSummary } from '../../queries/findings/findings.ts';
import type { VersionAddress } from '../../queries/services/versions.ts';
import { Choices } from '../../parts/navigation/choices.tsx';
import { ViewLink } from '../../parts/navigation/view-link.tsx';
import { DECIDED_STATE_LABELS } from '../../text/findings/decision-text.ts';
import { describeCode, KNOWN_CODES, PRIORITY_LABEL_TEXTS } from '../../text/findings/relevance-text.ts';
import { formatCount } from '../../text/format/counts.ts';
import decisionStyles from '../decision/decision.module.css';
import { BAND_LABELS } from '../finding/explanation-text.ts';
import styles from './finding-filters.module.css';

const route = getRouteApi('/services/$service/versions/$version');

const RELEVANCE_GROUPS = [
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

export function FilterMenu() {
  const { reason } = route.useSearch();
  const nowMs = useNow();
  return (
    <Disclosure label="Filter" align="end">
      <div className={styles.groups}>
        {[...FILTER_GROUPS, ...RELEVANCE_GROUPS, toDueGroup(nowMs)].map(
          ({ name, title, values, labels, isSeveral }) => (
            <fieldset key={name} className={styles.group}>
              <legend>{title}</legend>
              {values.map((value) => (
                <Choice
                  key={value}
                  name={name}
                  value={value}
                  label={(labels as Readonly<Record<string, string>>)[value] ?? value}
                  isSeveral={isSeveral}
                />
              ))}
            </fieldset>
          ),
        )}
        <ReasonChoice reason={reason} />
      </div>
    </Disclosure>
  );
}

/** Whole days, so that a link means the same for a day. */
function toDueGroup(nowMs: number) {
  const days = [
    [0, 'Today or overdue'],
    [7, 'Within 7 days'],
    [14, 'Within 14 days'],
    [60, 'Within 60 days'],
  ] as const;
  const choices = days.map(([count, label]) => [toMidnight(nowMs + (count + 1) * DAY_MS), label] as const);
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

interface ChoiceProps {
  readonly name: FilterName;
  readonly value: string;
  readonly label: string;
  readonly isSeveral: boolean;
}

function Choice({ name, value, label, isSeveral }: ChoiceProps) {
  const current = route.useSearch()[name];
  const navigate = useNavigate();
  const toggle = isSeveral ? toggleValue : toggleOnly;
  return (
    <label className={decisionStyles.choice}>
      <input
        type="checkbox"
        checked={valuesOf(current).includes(value)}
        onChange={() =>
          void navigate({
            to: '.',
            search: (view) => ({ ...view, [name]: toggle(current, value) }),
            resetScroll: false,
          })
        }
      />
      {label}
    </label>
  );
}

/** A select, because there are too many for checkboxes and rarely more than one is needed. */
function ReasonChoice({ reason }: { readonly reason: string | undefined }) {
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

export function ActiveFilters() {
  const view = route.useSearch();
  if (!hasFilters(view)) return null;
  return (
    <ul className={styles.chips} aria-label="Active filters">
      {listChips(view).map(({ name, label }) => (
        <li key={name}>
          <ViewLink view={{ ...view, [name]: undefined }} className={styles.chip}>
            <UntrustedText text={label} charactersMax={48} />
            <span aria-hidden> ✕</span>
            <span className={styles.visuallyHidden}> remove filter</span>
          </ViewLink>
        </li>
      ))}
      <li>
        <ViewLink view={{ sort: view.sort, group: view.group }} className={styles.clear}>
          Clear all
        </ViewLink>
      </li>
    </ul>
  );
}

interface ReasonGroupsProps {
  readonly address: VersionAddress;
  readonly view: FindingView;
}

/** Filtered findings grouped by the deciding reason, each linked to its list, with the other filters of the view. */
export function ReasonGroups({ address, view }: ReasonGroupsProps) {
  const { relevance, reason } = view;
  const isShown = relevance === 'not_relevant';
  const { data } = useQuery({ ...findingSummary(address, { ...view, reason: undefined }), enabled: isShown });
  if (!isShown || data === undefined || data.hiddenByReason.length === 0) return null;
  const { hidden, hiddenByReason } = data;
  const groups = hiddenByReason.map(({ code, count }) => ({
    name: describeCode(code),
    view: { reason: code },
    isChosen: reason === code,
    more: formatCount(count),
  }));
  const all = { name: 'All', view: { reason: undefined }, isChosen: reason === undefined, more: formatCount(hidden) };
  return (
    <div className={styles.reasons}>
      <p>Reason</p>
      <Choices label="Reasons" choices={[all, ...groups]} />
    </div>
  );
}
