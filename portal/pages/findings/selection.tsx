/** Findings selected for a decision, by id or all that match, and the bulk actions. */
import { useState } from 'react';
import { GuardedButton } from '../../parts/actions/guarded-button.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import type { DecisionTarget } from '../decision/decision-queries.ts';
import type { VersionAddress } from '../../queries/services/versions.ts';
import { filtersOf, type FindingView, type Grouping } from '../../search-params/finding-view.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { DecideDialog } from '../decision/decide-dialog.tsx';
import { DECIDE_ACTIONS } from '../finding/finding-decision.tsx';
import linkStyles from '../../parts/actions/link-button.module.css';
import styles from './findings-table.module.css';
import { IDS_MAX, listGroupIds, withGroup } from '../../queries/findings/findings.ts';
import type { TableRow, TableRows } from '../../queries/findings/use-finding-pages.ts';
import type { WireFindingGroup } from '../../../src/api/contract/findings/finding.ts';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** All matching findings, including those never shown. */
  readonly isAll: boolean;
  /** A group with more findings than can be selected by id; it is selected by its filter. */
  readonly large: LargeGroup | undefined;
  readonly count: number;
  /** No more findings can be selected by id. */
  readonly isFull: boolean;
  /** Why the findings of a group could not be selected. */
  readonly error: Error | undefined;
  readonly stateOf: (row: TableRow) => 'all' | 'some' | 'none';
  /** With `isRange`, selects everything from the last one to this, as far as it is loaded. */
  readonly toggle: (index: number, isRange: boolean) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

interface LargeGroup {
  readonly key: string;
  readonly count: number;
  /** The filter of its findings. */
  readonly view: FindingView;
}

interface Chosen extends Pick<Selection, 'ids' | 'isAll' | 'large' | 'isFull' | 'error'> {
  readonly viewKey: string;
  readonly last: number | undefined;
  /** Ids of the findings of selected groups, by the key of the group. */
  readonly members: ReadonlyMap<string, readonly string[]>;
}

interface SelectableList {
  readonly viewKey: string;
  readonly address: VersionAddress;
  readonly view: FindingView;
  readonly grouping: Grouping;
  readonly rows: Pick<TableRows, 'rowAt'>;
}

/** Changing the view clears the selection. */
export function useSelection({ viewKey, address, view, grouping, rows }: SelectableList): Selection {
  const none: Chosen = {
    viewKey,
    ids: new Set(),
    isAll: false,
    large: undefined,
    isFull: false,
    error: undefined,
    last: undefined,
    members: new Map(),
  };
  const [state, setState] = useState(none);
  const chosen = state.viewKey === viewKey ? state : none;
  const viewOf = (key: string): FindingView => (grouping === 'none' ? view : withGroup(view, grouping, key));
  const stateOf = ({ finding, group }: TableRow): 'all' | 'some' | 'none' => {
    if (chosen.isAll) return 'all';
    if (group === undefined) return chosen.ids.has(finding.id) ? 'all' : 'none';
    if (chosen.large?.key === group.key) return 'all';
    const members = chosen.members.get(group.key) ?? [finding.id];
    const selected = members.filter((id) => chosen.ids.has(id)).length;
    if (selected === 0) return 'none';
    return selected === group.findings ? 'all' : 'some';
  };
  const change = (remove: readonly string[], add: readonly string[], more: Partial<Chosen>): void =>
    setState((before) => {
      const current = before.viewKey === viewKey ? before : none;
      const ids = new Set(current.isAll ? [] : current.ids);
      for (const id of remove) ids.delete(id);
      for (const id of add) ids.add(id);
      const isFull = ids.size > IDS_MAX;
      const members = new Map([...current.members, ...(more.members ?? [])]);
      const kept = isFull ? current.ids : ids;
      return { ...none, last: current.last, ...more, members, ids: kept, isFull };
    });
  const toggleGroup = async (group: WireFindingGroup, isSelected: boolean): Promise<void> => {
    if (group.findings > IDS_MAX) {
      const large = { key: group.key, count: group.findings, view: viewOf(group.key) };
      setState({ ...none, large: isSelected ? undefined : large });
      return;
    }
    try {
      const ids = chosen.members.get(group.key) ?? (await listGroupIds(address, viewOf(group.key)));
      change(isSelected ? ids : [], isSelected ? [] : ids, { members: new Map([[group.key, ids]]) });
    } catch (error) {
      change([], [], { error: error as Error });
    }
  };
  return {
    ...chosen,
    count: chosen.large?.count ?? chosen.ids.size,
    stateOf,
    toggle: (index, isRange) => {
      const row = rows.rowAt(index);
      if (row === undefined) return;
      const from = isRange ? (chosen.last ?? index) : index;
      const between = listBetween(from, index).flatMap((each) => rows.rowAt(each) ?? []);
      const isSelected = !isRange && stateOf(row) === 'all';
      const ids = between.flatMap(({ finding, group }) => (group === undefined ? [finding.id] : []));
      change(isSelected ? ids : [], isSelected ? [] : ids, { last: index });
      for (const { group } of between) if (group !== undefined) void toggleGroup(group, isSelected);
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
  const { ids, isAll, isFull, error, large, selectAll, clear } = selection;
  const count = isAll ? total : selection.count;
  if (count === 0) return error === undefined ? null : <Problem error={error} />;
  const target: DecisionTarget =
    isAll || large !== undefined
      ? { kind: 'all', filter: toFilter(address, large?.view ?? view) }
      : { kind: 'some', ids: [...ids] };
  const whyNot = isPast(view) ? 'You can decide only on open findings. Remove the filter.' : undefined;
  return (
    <section className={styles.selection} aria-label="Selected findings">
      <b>
        {isAll ? 'All ' : ''}
        {countOf(count, 'finding')} selected
      </b>
      {isFull && <span>At most {formatCount(IDS_MAX)} findings can be selected one by one.</span>}
      {error !== undefined && <Problem error={error} />}
      {!isAll && total > count && (
        <button type="button" className={linkStyles.link} onClick={selectAll}>
          Select all {formatCount(total)}
        </button>
      )}
      <GuardedButton scope="triage" onClick={() => setDeciding(true)} reason={whyNot}>
        Decide
      </GuardedButton>
      <button type="button" className={linkStyles.link} onClick={clear}>
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
