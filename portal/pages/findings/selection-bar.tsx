/** Selected findings and bulk actions. The decision is previewed first, for the filter or the ids. */
import { useState } from 'react';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';
import type { DecisionTarget } from '../decision/decision-queries.ts';
import type { VersionAddress } from '../../queries/services/versions.ts';
import { filtersOf, type FindingView } from '../../search-params/finding-view.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { DecideDialog } from '../decision/decide-dialog.tsx';
import decisionStyles from '../decision/decision.module.css';
import { DECIDE_ACTIONS } from '../finding/finding-relevance.tsx';
import styles from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

export interface SelectionBarProps {
  readonly selection: Selection;
  readonly address: VersionAddress;
  readonly view: FindingView;
  /** Number of all matching findings. */
  readonly total: number;
}

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
    <section className={styles.bar} aria-label="Selected findings">
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
