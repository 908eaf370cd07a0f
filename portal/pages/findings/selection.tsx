/** Findings selected for a decision, by id or all that match, and the bulk actions. */
import { useState } from 'react';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';
import type { DecisionTarget } from '../decision/decision-queries.ts';
import type { VersionAddress } from '../../queries/services/versions.ts';
import { filtersOf, type FindingView } from '../../search-params/finding-view.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { DecideDialog } from '../decision/decide-dialog.tsx';
import decisionStyles from '../decision/decision.module.css';
import { DECIDE_ACTIONS } from '../finding/finding-decision.tsx';
import styles from './findings-table.module.css';
import type { FindingRows } from '../../queries/findings/use-finding-pages.ts';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** All matching findings, including those never shown. */
  readonly isAll: boolean;
  /** With `isRange`, selects everything from the last one to this, as far as it is loaded. */
  readonly toggle: (index: number, isRange: boolean) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

interface Chosen extends Pick<Selection, 'ids' | 'isAll'> {
  readonly viewKey: string;
  readonly last: number | undefined;
}

/** The maximum number of ids that the API accepts. */
const IDS_MAX = 1_000;

/** Changing the view clears the selection. */
export function useSelection(viewKey: string, rows: Pick<FindingRows, 'rowAt'>): Selection {
  const none: Chosen = { viewKey, ids: new Set(), isAll: false, last: undefined };
  const [state, setState] = useState(none);
  const chosen = state.viewKey === viewKey ? state : none;
  return {
    ids: chosen.ids,
    isAll: chosen.isAll,
    toggle: (index, isRange) => {
      const id = rows.rowAt(index)?.id;
      if (id === undefined) return;
      const from = isRange ? (chosen.last ?? index) : index;
      const between = listBetween(from, index).flatMap((each) => rows.rowAt(each)?.id ?? []);
      const ids = new Set(chosen.isAll ? [] : chosen.ids);
      if (!isRange && ids.has(id)) ids.delete(id);
      else for (const each of between) if (ids.size < IDS_MAX) ids.add(each);
      setState({ viewKey, ids, isAll: false, last: index });
    },
    selectAll: () => setState({ ...none, isAll: true }),
    clear: () => setState(none),
  };
}

function listBetween(a: number, b: number): number[] {
  const first = Math.min(a, b);
  return Array.from({ length: Math.abs(a - b) + 1 }, (_, index) => first + index);
}

interface SelectionBarProps {
  readonly selection: Selection;
  readonly address: VersionAddress;
  readonly view: FindingView;
  /** Number of all matching findings. */
  readonly total: number;
}

/** The decision is previewed first, for the filter or the ids. */
export function SelectionBar({ selection, address, view, total }: SelectionBarProps) {
  const [isDeciding, setDeciding] = useState(false);
  const { ids, isAll, selectAll, clear } = selection;
  const count = isAll ? total : ids.size;
  if (count === 0) return null;
  const target: DecisionTarget = isAll
    ? { kind: 'all', filter: toFilter(address, view) }
    : { kind: 'some', ids: [...ids] };
  const whyNot = isPast(view) ? 'You can decide only on open findings. Remove the filter.' : undefined;
  return (
    <section className={styles.selection} aria-label="Selected findings">
      <b>
        {isAll ? 'All ' : ''}
        {countOf(count, 'finding')} selected
      </b>
      {!isAll && total > ids.size && (
        <button type="button" className={decisionStyles.link} onClick={selectAll}>
          Select all {formatCount(total)}
        </button>
      )}
      <GuardedButton scope="triage" onClick={() => setDeciding(true)} reason={whyNot}>
        Decide
      </GuardedButton>
      <button type="button" className={decisionStyles.link} onClick={clear}>
        Clear selection
      </button>
      {isDeciding && (
        <DecideDialog
          target={target}
          subject={isAll ? `All ${countOf(count, 'matching finding')}` : countOf(count, 'selected finding')}
          action="not_affected"
          actions={DECIDE_ACTIONS}
          onClose={() => setDeciding(false)}
          onDone={clear}
        />
      )}
    </section>
  );
}

function isPast({ state, asOf }: FindingView): boolean {
  return asOf !== undefined || (state !== undefined && state !== 'open');
}

/** Sends the filter itself, not the rows currently on the screen. */
function toFilter(address: VersionAddress, view: FindingView) {
  return { ...filtersOf(view), state: undefined, asOf: undefined, ...address };
}
