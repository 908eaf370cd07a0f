/** Filters for findings, and chips to remove each active filter. */
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Disclosure } from '../../parts/dialogs/disclosure.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { useNow } from '../../parts/values/use-now.ts';
import { FILTER_GROUPS, listChips, type FilterName } from '../../search-params/finding-filters.ts';
import { hasFilters, toggleOnly, toggleValue, valuesOf } from '../../search-params/finding-view.ts';
import { COLUMNS } from './finding-cells.tsx';
import type { ColumnChoice } from './finding-columns.ts';
import { ReasonChoice, RELEVANCE_GROUPS, toDueGroup } from './relevance-filters.tsx';
import { ViewLink } from '../../parts/navigation/view-link.tsx';
import styles from './finding-filters.module.css';

const route = getRouteApi('/services/$service/versions/$version');

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
    <label className={styles.choice}>
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

export function ColumnMenu({ columns, toggle }: ColumnChoice) {
  const shown = new Set(columns.map(({ id }) => id));
  return (
    <Disclosure label="Columns" align="end">
      <fieldset className={styles.group}>
        <legend>Columns</legend>
        {COLUMNS.filter(({ isFixed = false }) => !isFixed).map(({ id, name }) => (
          <label key={id} className={styles.choice}>
            <input type="checkbox" checked={shown.has(id)} onChange={() => toggle(id)} />
            {name}
          </label>
        ))}
      </fieldset>
    </Disclosure>
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
        <ViewLink view={{ sort: view.sort }} className={styles.clear}>
          Clear all
        </ViewLink>
      </li>
    </ul>
  );
}
