/** The visibility of the columns of the table of findings, which is stored in this browser. */
import { useState } from 'react';
import { COLUMNS, type Column, type ColumnId } from './finding-cells.tsx';

const KEY = 'assay-finding-columns';
const HIDDEN_AT_FIRST: readonly string[] = ['confidence'];

export interface ColumnChoice {
  readonly columns: readonly Column[];
  readonly toggle: (id: ColumnId) => void;
}

export function useColumns(): ColumnChoice {
  const [hidden, setHidden] = useState(readHidden);
  return {
    columns: COLUMNS.filter(({ id }) => !hidden.includes(id)),
    toggle: (id) => {
      const next = hidden.includes(id) ? hidden.filter((each) => each !== id) : [...hidden, id];
      setHidden(next);
      writeHidden(next);
    },
  };
}

function readHidden(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : HIDDEN_AT_FIRST;
  } catch {
    return HIDDEN_AT_FIRST;
  }
}

/** If the browser denies storage, the choice lasts until the page is closed. */
function writeHidden(hidden: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(hidden));
  } catch {
    return;
  }
}
