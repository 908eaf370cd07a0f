/** Columns of the table of findings and their visibility, which is stored in this browser. */
import { useState } from 'react';
import type { FindingView } from '../../search-params/finding-view.ts';

export interface Column {
  readonly id: ColumnId;
  readonly name: string;
  /** How the server sorts by it; `by` is undefined for the default order. */
  readonly sort?: { readonly by: FindingView['sort']; readonly direction: 'ascending' | 'descending' };
  /** Cannot be hidden, because it identifies the row. */
  readonly isFixed?: boolean;
}

export type ColumnId =
  | 'priority'
  | 'severity'
  | 'vulnerability'
  | 'component'
  | 'introduced'
  | 'fix'
  | 'epss'
  | 'status'
  | 'since'
  | 'confidence';

export const COLUMNS: readonly Column[] = [
  { id: 'priority', name: 'Priority', sort: { by: undefined, direction: 'descending' }, isFixed: true },
  { id: 'severity', name: 'Severity', sort: { by: 'severity', direction: 'descending' } },
  { id: 'vulnerability', name: 'Vulnerability', isFixed: true },
  { id: 'component', name: 'Component', sort: { by: 'package', direction: 'ascending' } },
  { id: 'introduced', name: 'Dependency' },
  { id: 'fix', name: 'Fix' },
  { id: 'epss', name: 'EPSS' },
  { id: 'status', name: 'Status' },
  { id: 'since', name: 'Since', sort: { by: 'firstSeen', direction: 'descending' } },
  { id: 'confidence', name: 'Confidence' },
];

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
