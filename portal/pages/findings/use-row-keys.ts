/** Keyboard navigation through table rows: letters anywhere on the page, arrow keys inside the table. */
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { useShortcut } from '../../keyboard/use-shortcut.ts';

interface RowKeys {
  readonly region: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly active: number;
  readonly rowPx: number;
  readonly setActive: (index: number) => void;
  readonly scrollTo: (index: number) => void;
  readonly open: (index: number) => void;
  /** Opens or closes the group of the row. */
  readonly expand: (index: number, isOpen: boolean) => void;
  /** With `isRange`, selects all rows since the last one. */
  readonly select: (index: number, isRange: boolean) => void;
}

export function useRowKeys(keys: RowKeys): (event: KeyboardEvent) => void {
  const { region, count, active, rowPx, setActive, scrollTo, open, expand, select } = keys;
  const wanted = useRef<number>(undefined);
  const go = (index: number): void => {
    if (count === 0) return;
    const next = Math.min(Math.max(0, index), count - 1);
    wanted.current = next;
    setActive(next);
    scrollTo(next);
    focusRow(region.current, next);
  };
  // A row may enter the DOM only after it was scrolled to.
  useEffect(() => {
    if (wanted.current === active && focusRow(region.current, active)) wanted.current = undefined;
  });
  const isInside = (): boolean => region.current?.contains(document.activeElement) === true;
  const step = (by: number): void => go(isInside() ? active + by : active);
  useShortcut({ keys: 'j', label: 'Next row', group: 'Tables', run: () => step(1) });
  useShortcut({ keys: 'k', label: 'Previous row', group: 'Tables', run: () => step(-1) });
  useShortcut({ keys: 'x', label: 'Select row', group: 'Tables', run: () => select(active, false) });
  useShortcut({ keys: 'X', label: 'Select range', group: 'Tables', run: () => select(active, true) });

  return (event) => {
    // Read only here: while rows are rendered, it would make the browser lay them out at once.
    const pageRows = Math.max(1, Math.floor((region.current?.clientHeight ?? 0) / rowPx) - 2);
    const target: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + pageRows,
      PageUp: active - pageRows,
      Home: 0,
      End: count - 1,
    };
    const index = target[event.key];
    if (index !== undefined) {
      event.preventDefault();
      go(index);
    } else if (event.target instanceof HTMLTableRowElement && EXPANDING.has(event.key)) {
      event.preventDefault();
      expand(active, event.key === 'ArrowRight');
    } else if (event.key === 'Enter' && event.target instanceof HTMLTableRowElement) {
      event.preventDefault();
      open(active);
    }
  };
}

const EXPANDING: ReadonlySet<string> = new Set(['ArrowRight', 'ArrowLeft']);

/** Returns false while the row is not in the DOM. */
function focusRow(region: HTMLElement | null, index: number): boolean {
  const row = region?.querySelector<HTMLElement>(`tr[data-row="${index}"]`);
  if (!row) return false;
  if (row !== document.activeElement) row.focus({ preventScroll: true });
  return true;
}
