/**
 * Findings, or groups of findings, in the order of the server. Only the visible rows and the focused one are in the DOM; the
 * table exposes the row count and the row indexes.
 */
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import {
  Fragment,
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
  type SyntheticEvent,
} from 'react';
import type { WireFinding, WireFindingGroup } from '../../../src/api/contract/findings/finding.ts';
import { useRouterState } from '@tanstack/react-router';
import { isPlainClick, toQuery } from '../../parts/navigation/view-link.tsx';
import { useNarrow } from '../../parts/layout/use-narrow.ts';
import { useNow } from '../../parts/values/use-now.ts';
import { listPages, type RowRange } from '../../queries/findings/list-pages.ts';
import type { TableRow, TableRows } from '../../queries/findings/use-finding-pages.ts';
import type { FindingView, Grouping } from '../../search-params/finding-view.ts';
import { countOf } from '../../text/format/counts.ts';
import { ColumnHead } from './column-head.tsx';
import { CELLS, COLUMNS, type Column } from './finding-cells.tsx';
import { GroupCell } from './group-cells.tsx';
import cardStyles from '../../parts/layout/card-table.module.css';
import styles from './findings-table.module.css';
import type { Selection } from './selection.tsx';
import type { Density, SettingsChoice } from './table-settings.ts';
import { useGradualRows } from './use-gradual-rows.ts';
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
  // The view of the rows. The list is at the top when the rows of another view arrive, not before: to render rows that are about to
  // be replaced would take as long as to render the new ones.
  const [rowsKey, setRowsKey] = useState(viewKey);
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
      // Rows of the view before need no pages of this one.
      if (rowsKey === viewKey) reportRange(range, onRange);
    },
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowPx]);
  if (!rows.isOld && rowsKey !== viewKey) {
    setRowsKey(viewKey);
    // The event of the scrolling below arrives with the next frame.
    virtualizer.scrollOffset = 0;
  }
  // Nothing reports it if the same rows are visible as before.
  const reportTop = useEffectEvent(() => reportRange(virtualizer.range, onRange));
  useLayoutEffect(() => {
    region.current?.scrollTo({ top: 0 });
    reportTop();
  }, [rowsKey]);
  const open = (index: number): void => {
    const row = rows.rowAt(index);
    if (row?.group !== undefined) onToggle(index, row.group);
    else if (row !== undefined) onOpen(row.finding);
  };
  const onKeyDown = useRowKeys({
    region,
    count,
    active,
    rowPx,
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
  const loaded = items.map(({ index }) => index).filter((index) => rows.rowAt(index) !== undefined);
  const filled = useGradualRows(
    virtualizer.scrollDirection === 'backward' ? loaded.toReversed() : loaded,
    virtualizer.isScrolling,
  );
  const columns = useColumns(rows, hidden);
  const address = useListAddress(rows.isOld);
  return (
    // A scroll region must be focusable; otherwise content outside the window cannot be reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={region} className={`${styles.region} ${styles[density]}`} aria-label="Findings" tabIndex={0}>
      <table
        className={`${styles.table} ${cardStyles.cards} ${rows.isOld ? styles.old : ''}`}
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
        {/* Rows are focusable. Their events are handled here, so that a row is rendered again only if its content changes. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody
          onKeyDown={onKeyDown}
          onFocus={({ target }) => withRowIndex(target, setActive)}
          onClick={(event) => openClicked(event, open)}
          onChange={(event) => withRowIndex(event.target, (index) => selection.toggle(index, isShifted(event)))}
        >
          {items.map(({ index, start, end }, position) => {
            const gap = start - (items[position - 1]?.end ?? 0);
            const rest = position === items.length - 1 ? virtualizer.getTotalSize() - end : 0;
            const row = filled.has(index) ? rows.rowAt(index) : undefined;
            return (
              <Fragment key={index}>
                {gap > 0 && <Spacer height={gap} />}
                <Row
                  index={index}
                  isActive={index === active}
                  isCurrent={openId !== undefined && row?.group === undefined && row?.finding.id === openId}
                  {...row}
                  selected={row === undefined ? 'none' : selection.stateOf(row)}
                  grouping={grouping}
                  columns={columns}
                  address={address}
                  nowMs={nowMs}
                />
                {rest > 0 && <Spacer height={rest} />}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** The same array while the same columns are shown. */
function useColumns(rows: TableRows, hidden: SettingsChoice['settings']['hidden']): readonly Column[] {
  const ids = useMemo(
    () =>
      COLUMNS.filter(({ id, hasValue }) => !hidden.includes(id) && (hasValue === undefined || rows.some(hasValue)))
        .map(({ id }) => id)
        .join(' '),
    [rows, hidden],
  );
  return useMemo(() => COLUMNS.filter(({ id }) => ids.split(' ').includes(id)), [ids]);
}

/** Without the opened finding, so that opening another one changes no row. Rows of the view before keep its address. */
function useListAddress(isOld: boolean): string {
  const current = useRouterState({
    select: ({ location: { pathname, search } }) => {
      const { finding: _, ...list } = search;
      return `${pathname}${toQuery({ ...list, finding: '' })}`;
    },
  });
  const [address, setAddress] = useState(current);
  if (!isOld && address !== current) setAddress(current);
  return address;
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

/** A click opens its row, except on a checkbox, except when it selects text, and except when it opens the link in another tab. */
function openClicked(event: MouseEvent, open: (index: number) => void): void {
  const { target } = event;
  if (!(target instanceof Element) || target.closest('label') !== null) return;
  if (target.closest('a') !== null) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
  } else if (window.getSelection()?.type === 'Range') return;
  withRowIndex(target, open);
}

function withRowIndex(target: Element, use: (index: number) => void): void {
  const row = target.closest('tr[data-row]')?.getAttribute('data-row');
  if (row !== null && row !== undefined) use(Number(row));
}

function isShifted({ nativeEvent }: SyntheticEvent): boolean {
  return nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey;
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

/** The properties of a row that is not loaded are undefined. */
interface RowProps extends Partial<TableRow>, Pick<FindingsTableProps, 'grouping'> {
  readonly index: number;
  readonly isActive: boolean;
  /** It is opened beside the table. */
  readonly isCurrent: boolean;
  readonly selected: ReturnType<Selection['stateOf']>;
  readonly columns: readonly Column[];
  readonly address: string;
  readonly nowMs: number;
}

const Row = memo(function Row(props: RowProps) {
  const { index, isActive, isCurrent, finding, columns } = props;
  return (
    <tr
      aria-rowindex={index + 2}
      data-row={index}
      tabIndex={isActive ? 0 : -1}
      aria-current={isCurrent || undefined}
      className={kindOf(props)}
    >
      {finding === undefined ? (
        <Placeholder columns={columns} />
      ) : (
        <>
          <SelectCell {...props} finding={finding} />
          <Cells {...props} finding={finding} />
        </>
      )}
    </tr>
  );
});

function kindOf({ group, isMember }: Partial<TableRow>): string | undefined {
  if (group !== undefined) return styles.group;
  return isMember === true ? styles.member : undefined;
}

type LoadedRowProps = RowProps & Pick<TableRow, 'finding'>;

function Cells({ isActive, finding, group, isOpen = false, grouping, columns, address, nowMs }: LoadedRowProps) {
  return columns.map(({ id }) => (
    <td key={id} data-column={id}>
      {group === undefined
        ? CELLS[id]({ finding, nowMs, address, isActive })
        : GroupCell({ column: id, group, grouping, isOpen, isActive, nowMs })}
    </td>
  ));
}

function reportRange(
  range: Pick<Range, 'startIndex' | 'endIndex'> | null,
  onRange: FindingsTableProps['onRange'],
): void {
  if (range !== null) onRange({ first: range.startIndex, last: range.endIndex });
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

function SelectCell({ finding, group, selected, isActive }: LoadedRowProps) {
  const name = group === undefined ? finding.vulnerability.id : `${countOf(group.findings, 'finding')} of the group`;
  return (
    <td data-column="select">
      <label className={styles.check}>
        <input
          type="checkbox"
          tabIndex={isActive ? 0 : -1}
          aria-label={`Select ${name}`}
          checked={selected === 'all'}
          ref={(box) => {
            if (box !== null) box.indeterminate = selected === 'some';
          }}
          onChange={HANDLED_BY_TABLE}
        />
      </label>
    </td>
  );
}

/** React requires a handler. */
const HANDLED_BY_TABLE = (): void => undefined;

function Spacer({ height }: { readonly height: number }) {
  return (
    <tr aria-hidden className={styles.spacer} style={{ height }}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td />
    </tr>
  );
}
