/** How the user wants the table of findings to look: columns, their widths, and the height of rows. Stored in this browser. */
import { useMemo, useState } from 'react';

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

export interface TableSettings {
  readonly hidden: readonly string[];
  /** In pixels, by column. */
  readonly widths: Readonly<Record<string, number>>;
  readonly density: Density;
}

const KEY = 'assay-finding-table';
export const WIDTH_PX_MIN = 48;
export const WIDTH_PX_MAX = 1_200;

export interface SettingsChoice {
  readonly settings: TableSettings;
  readonly change: (changes: Partial<TableSettings>) => void;
}

/** `isNarrow`: the window is too narrow for all columns and the titles. */
export function useTableSettings(isNarrow: boolean): SettingsChoice {
  const [settings, setSettings] = useState(() => readSettings(isNarrow));
  return useMemo(
    () => ({
      settings,
      change: (changes) => {
        const next = { ...settings, ...changes };
        setSettings(next);
        writeSettings(next);
      },
    }),
    [settings],
  );
}

export function limitWidth(width: number): number {
  return Math.min(WIDTH_PX_MAX, Math.max(WIDTH_PX_MIN, Math.round(width)));
}

function readSettings(isNarrow: boolean): TableSettings {
  try {
    return parseSettings(JSON.parse(localStorage.getItem(KEY) ?? 'null'), isNarrow);
  } catch {
    return parseSettings(null, isNarrow);
  }
}

function toHiddenAtFirst(isNarrow: boolean): readonly string[] {
  return isNarrow ? ['confidence', 'introduced'] : ['confidence'];
}

/** Invalid parts take their defaults. */
export function parseSettings(stored: unknown, isNarrow: boolean): TableSettings {
  const { hidden, widths, density } = (stored ?? {}) as Readonly<Record<keyof TableSettings, unknown>>;
  return {
    hidden: Array.isArray(hidden) ? hidden.filter((each) => typeof each === 'string') : toHiddenAtFirst(isNarrow),
    widths: Object.fromEntries(
      Object.entries(typeof widths === 'object' && widths !== null ? widths : {}).flatMap(([id, width]) =>
        typeof width === 'number' && Number.isFinite(width) ? [[id, limitWidth(width)]] : [],
      ),
    ),
    density: DENSITIES.find((each) => each === density) ?? 'comfortable',
  };
}

/** If the browser denies storage, the choice lasts until the page is closed. */
function writeSettings(settings: TableSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    return;
  }
}
