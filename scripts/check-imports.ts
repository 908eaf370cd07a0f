/**
 * Checks that every import follows the table of `import-rules.ts`: rooms, purity of the core, cycles, tests, and uses that are
 * restricted to one place. Prints how much it checked and fails if that is suspiciously little: existing tools were seen to pass
 * after reading zero files.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRestrictedUses } from './find-restricted-uses.ts';
import { ADVICE, USE_ROOMS, type Room, type Rule } from './import-rules.ts';
import { findRoom, judgeImport, targetOf } from './judge-import.ts';
import { readImports, type ImportSeen } from './read-imports.ts';
import { isCode, isTest, listFiles } from './source-files.ts';
import { parseSource, type SyntaxTree } from './syntax-tree.ts';

/** Raise this as the code grows, so that a broken reader cannot pass. */
const FLOOR: Floor = { files: 80, imports: 250 };
const FOLDERS = ['src', 'portal', 'bin'];

interface Floor {
  readonly files: number;
  readonly imports: number;
}

interface Violation {
  readonly file: string;
  readonly line: number;
  readonly what: string;
  readonly rule: Rule;
  readonly because: string;
}

interface ImportReport {
  readonly files: number;
  readonly imports: number;
  readonly violations: readonly Violation[];
}

export function checkImports(root: string): ImportReport {
  const violations: Violation[] = [];
  const graph = new Map<string, Map<string, number>>();
  let files = 0;
  let imports = 0;

  for (const file of listFiles(root, FOLDERS)) {
    const room = findRoom(file);
    if (room === undefined)
      violations.push({ file, line: 1, what: 'file', rule: 'no-room', because: 'It is outside every room.' });
    if (!isCode(file)) continue;
    files += 1;
    const tree = readTree(root, file, violations);
    if (tree === undefined) continue;
    const seen = readImports(tree);
    imports += seen.length;
    if (isTest(file)) continue;
    graph.set(file, edgesOf(file, seen));
    if (room === undefined) continue;
    violations.push(...judgeImports(root, file, room, seen), ...judgeUses(file, room, tree));
  }

  return { files, imports, violations: [...violations, ...judgeCycles(graph)] };
}

function readTree(root: string, file: string, violations: Violation[]): SyntaxTree | undefined {
  try {
    return parseSource(file, readFileSync(join(root, file), 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    violations.push({ file, line: 1, what: 'file', rule: 'unreadable', because: error.message });
    return undefined;
  }
}

function judgeImports(root: string, file: string, room: Room, imports: readonly ImportSeen[]): Violation[] {
  const exists = (path: string): boolean => existsSync(join(root, path));
  return imports.flatMap((seen) => {
    const broken = judgeImport(file, room, seen, exists);
    const what = `${seen.kind} "${seen.specifier ?? '...'}"`;
    return broken === undefined ? [] : [{ file, line: seen.line, what, ...broken }];
  });
}

function judgeUses(file: string, room: Room, tree: SyntaxTree): Violation[] {
  const violations: Violation[] = [];
  for (const { use, what, line } of findRestrictedUses(tree)) {
    const rooms: readonly string[] = USE_ROOMS[use];
    if (rooms.includes(room.name)) continue;
    violations.push({ file, line, what, rule: use, because: `It can be used in ${rooms.join(', ')} only.` });
  }
  for (const comment of tree.comments) {
    if (!room.name.startsWith('core') || !comment.value.startsWith('/ <reference')) continue;
    const line = tree.lineAt(comment.start);
    violations.push({ file, line, what: `//${comment.value}`, rule: 'core-reference', because: 'The core is pure.' });
  }
  return violations;
}

function judgeCycles(graph: ReadonlyMap<string, ReadonlyMap<string, number>>): Violation[] {
  const targets = new Map([...graph].map(([file, edges]) => [file, new Set(edges.keys())]));
  return findCycles(targets).map((cycle) => {
    const [file = '', next = file] = cycle;
    const line = graph.get(file)?.get(next) ?? 1;
    return { file, line, what: 'cycle', rule: 'cycle', because: `${[...cycle, file].join(' -> ')}.` };
  });
}

// A worker entry has a separate module graph: it may import types of the file that starts it.
function edgesOf(file: string, imports: readonly ImportSeen[]): Map<string, number> {
  const edges = new Map<string, number>();
  for (const { kind, specifier, line } of imports) {
    if (kind === 'worker' || specifier?.startsWith('.') !== true) continue;
    const target = targetOf(file, specifier);
    if (!edges.has(target)) edges.set(target, line);
  }
  return edges;
}

export function isEnough(report: ImportReport, floor: Floor): boolean {
  return report.files >= floor.files && report.imports >= floor.imports;
}

/**
 * Finds import cycles, including type-only imports: two files that need each other should be one file, or share a third. Each
 * cycle is reported by its shortest path; if cycles share files, the next run shows the rest.
 */

type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** Each cycle starts with its first file in alphabetical order: `['a.ts', 'b.ts']` means a -> b -> a. */
export function findCycles(graph: ImportGraph): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  for (const start of [...graph.keys()].sort()) {
    if (done.has(start)) continue;
    const cycle = shortestWayBack(graph, start, done);
    for (const file of cycle) done.add(file);
    if (cycle.length > 0) cycles.push(cycle);
  }
  return cycles;
}

function shortestWayBack(graph: ImportGraph, start: string, done: ReadonlySet<string>): string[] {
  const cameFrom = new Map<string, string>();
  const waiting = [start];
  for (const file of waiting) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) return wayTo(file, cameFrom);
      if (done.has(next) || cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      waiting.push(next);
    }
  }
  return [];
}

function wayTo(end: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [end];
  for (let file = cameFrom.get(end); file !== undefined; file = cameFrom.get(file)) way.unshift(file);
  return way;
}

if (import.meta.main) {
  const report = checkImports(join(import.meta.dirname, '..'));
  for (const { file, line, what, rule, because } of report.violations) {
    console.error(`${file}:${line}  ${what}  [${rule}]\n    ${because} ${ADVICE[rule]}`);
  }
  if (!isEnough(report, FLOOR)) {
    console.error(`Expected at least ${FLOOR.files} files and ${FLOOR.imports} imports: the parser may be broken.`);
  }
  console.log(`${report.files} files, ${report.imports} imports, ${report.violations.length} violations`);
  process.exitCode = isEnough(report, FLOOR) && report.violations.length === 0 ? 0 : 1;
}
