/** Findings selected for a decision: by id, or all that match. Changing the view clears the selection. */
import { useState } from 'react';
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

interface Chosen {
  readonly viewKey: string;
  readonly ids: ReadonlySet<string>;
  readonly isAll: boolean;
  readonly last: number | undefined;
}

/** The maximum number of ids that the API accepts. */
const IDS_MAX = 1_000;

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
