/** Head of a column: its name, the link that sorts by it, and a handle that changes its width by pointer or arrow keys. */
import type { KeyboardEvent, PointerEvent } from 'react';
import { ViewLink } from '../../parts/navigation/view-link.tsx';
import type { FindingView } from '../../search-params/finding-view.ts';
import type { Column } from './finding-cells.tsx';
import styles from './findings-table.module.css';
import { limitWidth, WIDTH_PX_MAX, WIDTH_PX_MIN } from './table-settings.ts';

const STEP_PX = 16;

interface ColumnHeadProps {
  readonly column: Column;
  /** The name for the current grouping. */
  readonly name: string;
  readonly sort: FindingView['sort'];
  /** Groups have one order. */
  readonly isSortable: boolean;
  readonly width: number | undefined;
  readonly onResize: (width: number) => void;
}

export function ColumnHead({ column, name, sort: current, isSortable, width, onResize }: ColumnHeadProps) {
  const { id, title, sort } = column;
  const isSorted = sort !== undefined && isSortable;
  return (
    <th
      scope="col"
      data-column={id}
      // Without the handle, because the name is read with every cell.
      aria-label={name}
      title={title}
      aria-sort={isSorted && current === sort.by ? sort.direction : undefined}
    >
      {isSorted ? <ViewLink view={(view) => ({ ...view, sort: sort.by, group: 'none' })}>{name}</ViewLink> : name}
      <ResizeHandle name={name} width={width} onResize={onResize} />
    </th>
  );
}

type ResizeHandleProps = Pick<ColumnHeadProps, 'name' | 'width' | 'onResize'>;

function ResizeHandle({ name, width, onResize }: ResizeHandleProps) {
  const drag = (event: PointerEvent<HTMLElement>): void => {
    event.preventDefault();
    const handle = event.currentTarget;
    const start = event.clientX;
    const first = widthOf(handle);
    const move = ({ clientX }: globalThis.PointerEvent): void => onResize(limitWidth(first + clientX - start));
    const end = (): void => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', end);
      handle.removeEventListener('pointercancel', end);
    };
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', end);
    handle.addEventListener('pointercancel', end);
  };
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const by = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onResize(limitWidth(widthOf(event.currentTarget) + by));
  };
  return (
    // A separator that can be focused is a widget, by the ARIA specification.
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of column ${name}`}
      aria-valuenow={width ?? 0}
      aria-valuemin={WIDTH_PX_MIN}
      aria-valuemax={WIDTH_PX_MAX}
      tabIndex={0}
      className={styles.handle}
      onPointerDown={drag}
      onKeyDown={press}
    />
  );
}

function widthOf(handle: HTMLElement): number {
  return handle.closest('th')?.offsetWidth ?? WIDTH_PX_MIN;
}
