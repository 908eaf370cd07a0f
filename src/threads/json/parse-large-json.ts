/**
 * Parses a document that is too large to be parsed as a whole, inside a thread. The result is an object like that of
 * `JSON.parse`, with two differences: a member is parsed on first access, and each of the long lists of the formats is an
 * `ElementList`, whose elements are parsed during iteration, so that only a few are in memory at a time.
 */
import { AssayError } from '../../core/errors.ts';
import { ElementList } from '../../core/sbom/untrusted-value.ts';
import { SBOM_UNREADABLE, SBOM_TOO_LARGE_TO_READ } from '../errors.ts';
import { splitDocument, type SplitMember, type ElementRuns } from './split-document.ts';
import assert from 'node:assert/strict';
import { COMMA } from '../../core/sbom/json/bytes.ts';
import { refuseWhenHalfFull, fitsInRemainingMemory, threadMemoryMb } from './thread-memory.ts';
import { decodeJson } from './parse-json.ts';

// The elements of a long list, parsed one run at a time during iteration. Runs are used because parsing many small texts takes
// longer than one text of the same total size.
class RunReader {
  private readonly bytes: Uint8Array;
  private readonly runs: ElementRuns;
  private readonly path: string;
  private run = -1;
  private first = 0;
  private elements: readonly unknown[] = [];

  constructor(bytes: Uint8Array, runs: ElementRuns, path: string) {
    this.bytes = bytes;
    this.runs = runs;
    this.path = path;
  }

  /** Reading elements out of order parses a run for each. */
  readonly read = (index: number): unknown => {
    const isHere = index >= this.first && index < this.first + this.elements.length;
    if (!isHere) this.load(index === this.first + this.elements.length ? this.run + 1 : this.findRun(index));
    return this.elements[index - this.first];
  };

  private findRun(index: number): number {
    return this.runs.firsts.findLastIndex((first) => first <= index);
  }

  private load(run: number): void {
    const { firsts, length } = this.runs;
    const first = firsts[run] ?? length;
    const end = firsts[run + 1] ?? length;
    // Releases the previous run before parsing this one. Only the last element of a run can be large.
    this.elements = [];
    refuseWhenHalfFull();
    this.elements = parseValue(this.bytesOf(run), 'elements', `${this.path}/${end - 1}`) as readonly unknown[];
    assert(this.elements.length === end - first, 'A run contains the counted number of elements.');
    this.run = run;
    this.first = first;
  }

  private bytesOf(run: number): Uint8Array {
    const { starts, end } = this.runs;
    const next = starts[run + 1];
    return this.bytes.subarray(starts[run], next === undefined ? end : this.bytes.lastIndexOf(COMMA, next - 1));
  }
}

export interface LargeJsonOptions {
  /** JSON pointer of the document in the value. Members outside of it are dropped. */
  readonly path: string;
  /** Whether a list with this name may become an `ElementList`. */
  readonly isLong?: (name: string) => boolean;
  /** Lists up to this size are parsed like any other member. Tests use a small value. */
  readonly wholeListBytesMax?: number;
  readonly runBytes?: number;
}

/**
 * Throws SBOM_UNREADABLE. Accessing a member and iterating a list can throw it too, and SBOM_TOO_LARGE_TO_READ if a single value
 * is too large. The bytes must not change while the document is in use.
 */
export function parseLargeJson(
  bytes: Uint8Array,
  {
    path: documentPath,
    isLong = isLongList,
    wholeListBytesMax = WHOLE_LIST_BYTES_MAX,
    runBytes = RUN_BYTES,
  }: LargeJsonOptions,
): unknown {
  const document = createObject();
  for (const { name, start, end, runs } of split(bytes, documentPath, runBytes)) {
    const path = `${documentPath}/${name}`;
    const cutsList = runs !== undefined && isLong(name) && end - start > wholeListBytesMax;
    defineMember(document, name, () =>
      cutsList
        ? new ElementList(runs.length, new RunReader(bytes, runs, path).read)
        : parseValue(bytes.subarray(start, end), 'value', path),
    );
  }
  const around = documentPath.split('/').slice(1).reverse();
  return around.reduce<unknown>((inner, name) => Object.assign(createObject(), { [name]: inner }), document);
}

function isLongList(name: string): boolean {
  return LONG_LISTS.has(name);
}

/** The lists that the core reads with `elementsIn`. */
const LONG_LISTS: ReadonlySet<string> = new Set([
  '@graph',
  'components',
  'compositions',
  'dependencies',
  'documentDescribes',
  'files',
  'formulation',
  'packages',
  'relationships',
  'services',
  'snippets',
  'vulnerabilities',
]);
const WHOLE_LIST_BYTES_MAX = 1024 * 1024;
/** Measured: 4 to 16 KiB are fastest, a fifth to a third faster than single elements and than runs of 64 KiB and more. */
const RUN_BYTES = 16 * 1024;

/** Without a prototype, so that `__proto__` is an ordinary name. */
function createObject(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

/** If a name occurs twice, the last member counts. */
function defineMember(document: object, name: string, make: () => unknown): void {
  let made: { readonly value: unknown } | undefined;
  const get = (): unknown => (made ??= { value: make() }).value;
  Object.defineProperty(document, name, { get, enumerable: true, configurable: true });
}

function split(bytes: Uint8Array, path: string, runBytes: number): readonly SplitMember[] {
  try {
    return splitDocument(bytes, { path, runBytes });
  } catch (error) {
    // The scanner has already accepted these bytes; otherwise it would have reported line and column to the sender.
    if (error instanceof AssayError) throw SBOM_UNREADABLE({ problem: 'The document is not JSON.' }, { cause: error });
    throw error;
  }
}

// Parses one value of a large document, or a run of elements, within the limits of the thread.

/** `path` is the JSON pointer to report if the value is too large. */
function parseValue(bytes: Uint8Array, what: 'value' | 'elements', path: string): unknown {
  if (!fitsInRemainingMemory(bytes)) throw SBOM_TOO_LARGE_TO_READ({ path, memoryMb: threadMemoryMb() });
  const parsed = decodeJson(bytes, what);
  if (parsed.kind === 'unreadable') throw SBOM_UNREADABLE({ problem: parsed.problem });
  return parsed.value;
}
