/**
 * Findings, or groups of findings, in the order of the server. Only the visible rows and the focused one are in the DOM; the
 * table exposes the row count and the row indexes.
 */
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState, type MouseEvent } from 'react';
import type { WireFinding, WireFindingGroup } from '../../../src/api/contract/findings/finding.ts';
import { useNarrow } from '../../parts/layout/use-narrow.ts';
import { useNow } from '../../parts/values/use-now.ts';
import { listPages, type RowRange, type TableRow, type TableRows } from '../../queries/findings/use-finding-pages.ts';
import type { FindingView, Grouping } from '../../search-params/finding-view.ts';
import { countOf } from '../../text/format/counts.ts';
import { ColumnHead } from './column-head.tsx';
import { CELLS, COLUMNS, type Column } from './finding-cells.tsx';
import { GroupCell } from './group-cells.tsx';
import styles from './findings-table.module.css';
import type { Selection } from './selection.tsx';
import type { Density, SettingsChoice } from './table-settings.ts';
import { useRowKeys } from './use-row-keys.ts';

const ROW_PX: Readonly<Record<Density, number>> = { comfortable: 38, compact: 30 };
/** On a phone, a row has four lines. */
const NARROW_ROW_REM = 6.375;
const OVERSCAN = 6;
/** As many rows as a wide window shows, so that search in the page finds the same. */
const NARROW_OVERSCAN = 20;

interface FindingsTableProps {
  readonly rows: TableRows;
  /** Identifies the view; a different one starts at the top. */
  readonly viewKey: string;
  readonly grouping: Grouping;
  readonly sort: FindingView['sort'];
  readonly choice: SettingsChoice;
  readonly openId: string | undefined;
  readonly selection: Selection;
  readonly onRange: (range: RowRange) => void;
  readonly onOpen: (finding: WireFinding) => void;
  readonly onToggle: (index: number, group: WireFindingGroup) => void;
}

export function FindingsTable(props: FindingsTableProps) {
  const { rows, viewKey, grouping, sort, choice, openId, selection, onRange, onOpen, onToggle } = props;
  const { hidden, widths, density } = choice.settings;
  const region = useRef<HTMLElement>(null);
  const nowMs = useNow();
  const isNarrow = useNarrow();
  const rowPx = isNarrow ? Math.round(NARROW_ROW_REM * remInPx()) : ROW_PX[density];
  const count = rows.count ?? 0;
  const [active, setActive] = useActiveRow(viewKey, count);
  // The result is used only in this component, which is not memoized.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => region.current,
    estimateSize: () => rowPx,
    overscan: isNarrow ? NARROW_OVERSCAN : OVERSCAN,
    // The table head covers this height.
    scrollPaddingEnd: rowPx,
    rangeExtractor: useCallback((range: Range) => withRow(defaultRangeExtractor(range), active), [active]),
    onChange: ({ range }) => {
      if (range !== null) onRange({ first: range.startIndex, last: range.endIndex });
    },
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowPx]);
  useEffect(() => {
    region.current?.scrollTo({ top: 0 });
  }, [viewKey]);
  const open = (index: number): void => {
    const row = rows.rowAt(index);
    if (row?.group !== undefined) onToggle(index, row.group);
    else if (row !== undefined) onOpen(row.finding);
  };
  const onKeyDown = useRowKeys({
    region,
    count,
    active,
    pageRows: Math.max(1, Math.floor((region.current?.clientHeight ?? 0) / rowPx) - 2),
    setActive,
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    open,
    expand: (index, isOpen) => {
      const row = rows.rowAt(index);
      if (row?.group !== undefined && row.isOpen !== isOpen) onToggle(index, row.group);
    },
    select: selection.toggle,
  });
  const items = virtualizer.getVirtualItems();
  const shown = items.map(({ index }) => rows.rowAt(index));
  const columns = COLUMNS.filter(({ id }) => !hidden.includes(id)).filter(({ hasValue }) =>
    hasValue === undefined ? true : rows.some(hasValue),
  );
  return (
    // A scroll region must be focusable; otherwise content outside the window cannot be reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={region} className={`${styles.region} ${styles[density]}`} aria-label="Findings" tabIndex={0}>
      <table
        className={`${styles.table} ${rows.isOld ? styles.old : ''}`}
        aria-rowcount={rows.hasMore ? -1 : count + 1}
        aria-busy={rows.isOld || undefined}
      >
        <colgroup>
          <col className={styles.select} />
          {columns.map(({ id }) => (
            <col key={id} className={styles[id]} style={{ width: widths[id] }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <SelectAll selection={selection} />
            {columns.map((column) => (
              <ColumnHead
                key={column.id}
                column={column}
                name={nameColumn(column, grouping)}
                sort={sort}
                isSortable={grouping === 'none'}
                width={widths[column.id]}
                onResize={(width) => choice.change({ widths: { ...widths, [column.id]: width } })}
              />
            ))}
          </tr>
        </thead>
        {/* Rows are focusable, and their keys and clicks are handled in one place. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody onKeyDown={onKeyDown} onClick={(event) => openClicked(event, open)}>
          {items.map(({ index, start, end }, position) => {
            const gap = start - (items[position - 1]?.end ?? 0);
            const rest = position === items.length - 1 ? virtualizer.getTotalSize() - end : 0;
            const row = shown[position];
            return (
              <Row
                key={index}
                index={index}
                gap={gap}
                rest={rest}
                isActive={index === active}
                isOpen={openId !== undefined && row?.group === undefined && row?.finding.id === openId}
                row={row}
                grouping={grouping}
                columns={columns}
                nowMs={nowMs}
                selection={selection}
                onFocus={setActive}
                onToggle={onToggle}
              />
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function remInPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** The column of the vulnerability names the groups. */
function nameColumn({ id, name }: Column, grouping: Grouping): string {
  if (grouping === 'fix' && id === 'vulnerability') return 'Fix';
  if (grouping === 'fix' && id === 'fix') return 'Target';
  if (grouping === 'component' && id === 'vulnerability') return 'Component';
  if (grouping === 'component' && id === 'component') return 'Severities';
  return name;
}

/** A click opens its row, except on controls, and except when it selects text. */
function openClicked({ target }: MouseEvent, open: (index: number) => void): void {
  if (!(target instanceof Element) || target.closest('a, button, input, label') !== null) return;
  if (window.getSelection()?.type === 'Range') return;
  const row = target.closest('tr[data-row]')?.getAttribute('data-row');
  if (row !== null && row !== undefined) open(Number(row));
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

interface RowProps extends Pick<FindingsTableProps, 'grouping' | 'selection' | 'onToggle'> {
  readonly index: number;
  /** Height of the rows left out above this one, and below the last. */
  readonly gap: number;
  readonly rest: number;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly row: TableRow | undefined;
  readonly columns: readonly Column[];
  readonly nowMs: number;
  readonly onFocus: (index: number) => void;
}

function Row(props: RowProps) {
  const { index, gap, rest, isActive, isOpen, row, columns, selection, onFocus } = props;
  return (
    <>
      {gap > 0 && <Spacer height={gap} />}
      <tr
        aria-rowindex={index + 2}
        data-row={index}
        tabIndex={isActive ? 0 : -1}
        aria-current={isOpen || undefined}
        className={kindOf(row)}
        onFocus={() => onFocus(index)}
      >
        {row === undefined && <Placeholder columns={columns} />}
        {row !== undefined && <SelectCell row={row} index={index} isActive={isActive} selection={selection} />}
        {row !== undefined && <Cells {...props} row={row} />}
      </tr>
      {rest > 0 && <Spacer height={rest} />}
    </>
  );
}

function kindOf(row: TableRow | undefined): string | undefined {
  if (row?.group !== undefined) return styles.group;
  return row?.isMember === true ? styles.member : undefined;
}

function Cells({ index, isActive, row, grouping, columns, nowMs, onToggle }: RowProps & { readonly row: TableRow }) {
  const { finding, group, isOpen } = row;
  return columns.map(({ id }) => (
    <td key={id} data-column={id}>
      {group === undefined
        ? CELLS[id]({ finding, nowMs, isActive })
        : GroupCell({
            column: id,
            ...{ group, grouping, isOpen, isActive, nowMs },
            onToggle: () => onToggle(index, group),
          })}
    </td>
  ));
}

/** In the place of a row that is still loading. */
function Placeholder({ columns }: Pick<RowProps, 'columns'>) {
  return (
    <>
      <td>
        <span className="visually-hidden">Loading</span>
      </td>
      {columns.map(({ id }) => (
        // oxlint-disable-next-line jsx-a11y/control-has-associated-label
        <td key={id} data-column={id}>
          <span className={styles.skeleton} />
        </td>
      ))}
    </>
  );
}

function SelectAll({ selection: { count, isAll, selectAll, clear } }: Pick<FindingsTableProps, 'selection'>) {
  return (
    <th scope="col">
      <label className={styles.check}>
        <input
          type="checkbox"
          aria-label="Select all matching findings"
          checked={isAll}
          ref={(box) => {
            if (box !== null) box.indeterminate = !isAll && count > 0;
          }}
          onChange={isAll ? clear : selectAll}
        />
      </label>
    </th>
  );
}

interface SelectCellProps extends Pick<RowProps, 'index' | 'isActive' | 'selection'> {
  readonly row: TableRow;
}

function SelectCell({ row, index, isActive, selection }: SelectCellProps) {
  const { finding, group } = row;
  const state = selection.stateOf(row);
  const name = group === undefined ? finding.vulnerability.id : `${countOf(group.findings, 'finding')} of the group`;
  return (
    <td data-column="select">
      <label className={styles.check}>
        <input
          type="checkbox"
          tabIndex={isActive ? 0 : -1}
          aria-label={`Select ${name}`}
          checked={state === 'all'}
          ref={(box) => {
            if (box !== null) box.indeterminate = state === 'some';
          }}
          onChange={({ nativeEvent }) =>
            selection.toggle(index, nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey)
          }
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
