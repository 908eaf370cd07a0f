/**
 * Findings in the order of the server. Only the visible rows and the focused one are in the DOM; the table exposes the row count
 * and the row indexes.
 */

import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import { useNow } from '../../parts/values/use-now.ts';
import type { FindingView } from '../../search-params/finding-view.ts';
import { CELLS, type Column } from './finding-cells.tsx';
import { ViewLink } from '../../parts/navigation/view-link.tsx';
import styles from './findings-table.module.css';
import { useRowKeys } from './use-row-keys.ts';
import type { Selection } from './selection.tsx';
import { listPages, type FindingRows, type RowRange } from '../../queries/findings/use-finding-pages.ts';

const ROW_PX = 38;
const OVERSCAN = 6;

interface FindingsTableProps {
  readonly rows: FindingRows;
  /** Identifies the view; a different one starts at the top. */
  readonly viewKey: string;
  readonly sort: FindingView['sort'];
  readonly columns: readonly Column[];
  readonly openId: string | undefined;
  readonly selection: Selection;
  readonly onRange: (range: RowRange) => void;
  readonly onOpen: (finding: WireFinding) => void;
}

export function FindingsTable(props: FindingsTableProps) {
  const { rows, viewKey, sort, columns, openId, selection, onRange, onOpen } = props;
  const region = useRef<HTMLElement>(null);
  const nowMs = useNow();
  const count = rows.count ?? 0;
  const [active, setActive] = useActiveRow(viewKey, count);
  // The result is used only in this component, which is not memoized.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => region.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    // The table head covers this height.
    scrollPaddingEnd: ROW_PX,
    rangeExtractor: useCallback((range: Range) => withRow(defaultRangeExtractor(range), active), [active]),
    onChange: ({ range }) => {
      if (range !== null) onRange({ first: range.startIndex, last: range.endIndex });
    },
  });
  useEffect(() => {
    region.current?.scrollTo({ top: 0 });
  }, [viewKey]);
  const onKeyDown = useRowKeys({
    region,
    count,
    active,
    pageRows: Math.max(1, Math.floor((region.current?.clientHeight ?? 0) / ROW_PX) - 2),
    setActive,
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    open: (index) => {
      const finding = rows.rowAt(index);
      if (finding !== undefined) onOpen(finding);
    },
    select: selection.toggle,
  });
  const items = virtualizer.getVirtualItems();
  return (
    // A scroll region must be focusable; otherwise content outside the window cannot be reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={region} className={styles.region} aria-label="Findings" tabIndex={0}>
      <table
        className={`${styles.table} ${rows.isOld ? styles.old : ''}`}
        aria-rowcount={rows.hasMore ? -1 : count + 1}
        aria-busy={rows.isOld || undefined}
      >
        <colgroup>
          <col className={styles.select} />
          {columns.map(({ id }) => (
            <col key={id} className={styles[id]} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <SelectAll selection={selection} />
            {columns.map((column) => (
              <Head key={column.id} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        {/* Rows are focusable, and their keys are handled in one place. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody onKeyDown={onKeyDown}>
          {items.map(({ index, start, end }, position) => {
            const gap = start - (items[position - 1]?.end ?? 0);
            const rest = position === items.length - 1 ? virtualizer.getTotalSize() - end : 0;
            return (
              <Row
                key={index}
                index={index}
                gap={gap}
                rest={rest}
                isActive={index === active}
                isOpen={rows.rowAt(index)?.id === openId && openId !== undefined}
                finding={rows.rowAt(index)}
                columns={columns}
                nowMs={nowMs}
                selection={selection}
                onFocus={setActive}
              />
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** The row of the keyboard focus; the first row after the view changed. */
function useActiveRow(viewKey: string, count: number): [number, (index: number) => void] {
  const [state, setState] = useState({ viewKey, active: 0 });
  const active = state.viewKey === viewKey ? Math.min(state.active, Math.max(0, count - 1)) : 0;
  const setActive = useCallback((index: number) => setState({ viewKey, active: index }), [viewKey]);
  return [active, setActive];
}

/** A change matters only if it affects the pages to load. */
export function isSamePages(a: RowRange, b: RowRange): boolean {
  return listPages(a).join() === listPages(b).join();
}

/** Adds a row in order, so that it stays in the DOM wherever the list is scrolled. */
function withRow(indexes: number[], row: number): number[] {
  if (indexes.includes(row)) return indexes;
  return [...indexes, row].toSorted((a, b) => a - b);
}

interface HeadProps extends Pick<FindingsTableProps, 'sort'> {
  readonly column: Column;
}

function Head({ column: { id, name, title, sort }, sort: current }: HeadProps) {
  if (sort === undefined) {
    return (
      <th scope="col" data-column={id} title={title}>
        {name}
      </th>
    );
  }
  return (
    <th scope="col" data-column={id} aria-sort={current === sort.by ? sort.direction : undefined}>
      <ViewLink view={(view) => ({ ...view, sort: sort.by })}>{name}</ViewLink>
    </th>
  );
}

interface RowProps extends Pick<FindingsTableProps, 'columns' | 'selection'> {
  readonly index: number;
  /** Height of the rows left out above this one, and below the last. */
  readonly gap: number;
  readonly rest: number;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly finding: WireFinding | undefined;
  readonly nowMs: number;
  readonly onFocus: (index: number) => void;
}

function Row({ index, gap, rest, isActive, isOpen, finding, columns, nowMs, selection, onFocus }: RowProps) {
  return (
    <>
      {gap > 0 && <Spacer height={gap} />}
      <tr
        aria-rowindex={index + 2}
        data-row={index}
        tabIndex={isActive ? 0 : -1}
        aria-current={isOpen || undefined}
        onFocus={() => onFocus(index)}
      >
        {finding === undefined && (
          <td colSpan={columns.length + 1} className={styles.muted}>
            Loading
          </td>
        )}
        {finding !== undefined && (
          <SelectCell finding={finding} index={index} isActive={isActive} selection={selection} />
        )}
        {finding !== undefined &&
          columns.map(({ id }) => (
            <td key={id} data-column={id}>
              {CELLS[id]({ finding, nowMs, isActive })}
            </td>
          ))}
      </tr>
      {rest > 0 && <Spacer height={rest} />}
    </>
  );
}

function SelectAll({ selection: { ids, isAll, selectAll, clear } }: Pick<FindingsTableProps, 'selection'>) {
  return (
    <th scope="col">
      <label className={styles.check}>
        <input
          type="checkbox"
          aria-label="Select all matching findings"
          checked={isAll}
          ref={(box) => {
            if (box !== null) box.indeterminate = ids.size > 0;
          }}
          onChange={isAll ? clear : selectAll}
        />
      </label>
    </th>
  );
}

interface SelectCellProps extends Pick<RowProps, 'index' | 'isActive' | 'selection'> {
  readonly finding: WireFinding;
}

function SelectCell({ finding, index, isActive, selection: { ids, isAll, toggle } }: SelectCellProps) {
  return (
    <td>
      <label className={styles.check}>
        <input
          type="checkbox"
          tabIndex={isActive ? 0 : -1}
          aria-label={`Select ${finding.vulnerability.id}`}
          checked={isAll || ids.has(finding.id)}
          onChange={({ nativeEvent }) => toggle(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      </label>
    </td>
  );
}

function Spacer({ height }: { readonly height: number }) {
  return (
    <tr aria-hidden className={styles.spacer} style={{ height }}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td />
    </tr>
  );
}
