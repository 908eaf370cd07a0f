/** The result of a benchmark, and its format in RESULTS.md. */

export interface Table {
  readonly title: string;
  /** Sentences above the table: what was measured, and how. */
  readonly notes: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface BenchmarkOptions {
  /** A run of a few seconds instead of a measurement. */
  readonly quick: boolean;
  /** `--records=N`: the size of the import, for benchmarks that multiply real records. */
  readonly records?: number | undefined;
  /** `--export=FOLDER`: where multiplied records are written, or are found if an earlier run has written them. */
  readonly exportFolder?: string | undefined;
  readonly print: (line: string) => void;
  /** Call this right before measuring; returns how busy the machine is. */
  readonly quiet: () => Promise<string>;
}

export type Benchmark = (options: BenchmarkOptions) => Promise<readonly Table[]>;

export const KIB = 1024;
export const MIB = 1024 * KIB;
export const GIB = 1024 * MIB;

export function toMarkdown({ title, notes, columns, rows }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = columns.map((_, i) => (i === 0 ? '---' : '---:'));
  return [`## ${title}`, '', notes.join(' '), '', line(columns), line(rule), ...rows.map(line), ''].join('\n');
}

export function inMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

export function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

export function inMib(bytes: number): string {
  return `${Math.round(bytes / MIB)} MiB`;
}

/** Formats a target and whether it was met, in words that can be searched for. */
export function judge(isMet: boolean, target: string): string {
  return `${isMet ? 'Passed' : 'Failed'}: ${target}`;
}
