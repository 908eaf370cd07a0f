/**
 * A document that is too large to be parsed as a whole, inside a thread. It becomes an object like the one `JSON.parse` gives,
 * with two differences: a member is parsed when it is first asked for, and one of the long lists of the formats is an
 * `ElementList`, whose elements are parsed while somebody walks over them, so that only a few are in memory at a time.
 */
import { AssayError } from '../core/errors.ts';
import { ElementList } from '../core/sbom/foreign-value.ts';
import { SBOM_UNREADABLE } from './errors.ts';
import { parseValue } from './parse-value.ts';
import { RunReader } from './run-reader.ts';
import { splitDocument, type SplitMember } from './split-document.ts';

export interface LargeJsonOptions {
  /** The document is the member `sbom` of the value, as GitHub exports it. The other members are left out then. */
  readonly wrapped: boolean;
  /** Whether a list of this name may become an `ElementList`. */
  readonly isLong?: (name: string) => boolean;
  /** Lists up to this size are parsed like any other member. Tests make it small. */
  readonly wholeListBytesMax?: number;
  readonly runBytes?: number;
}

/**
 * Throws SBOM_UNREADABLE. Asking for a member and walking over a list throw it too, and SBOM_TOO_LARGE_TO_READ when a single
 * value is too heavy. The bytes must stay as they are as long as the document is in use.
 */
export function parseLargeJson(
  bytes: Uint8Array,
  { wrapped, isLong = isLongList, wholeListBytesMax = WHOLE_LIST_BYTES_MAX, runBytes = RUN_BYTES }: LargeJsonOptions,
): unknown {
  const document = createObject();
  for (const { name, start, end, runs } of split(bytes, wrapped, runBytes)) {
    const path = `${wrapped ? '/sbom' : ''}/${name}`;
    const cutsList = runs !== undefined && isLong(name) && end - start > wholeListBytesMax;
    defineMember(document, name, () =>
      cutsList
        ? new ElementList(runs.length, new RunReader(bytes, runs, path).read)
        : parseValue(bytes.subarray(start, end), 'value', path),
    );
  }
  return wrapped ? Object.assign(createObject(), { sbom: document }) : document;
}

function isLongList(name: string): boolean {
  return LONG_LISTS.has(name);
}

/** Those that the readers of the core walk over with `elementsIn`. */
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
/** Measured: from 4 to 16 KiB fastest, a fifth to a third faster than single elements and than runs of 64 KiB and more. */
const RUN_BYTES = 16 * 1024;

/** Without a prototype, so that `__proto__` is a name like any other. */
function createObject(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

/** Of two members with one name the last one counts. */
function defineMember(document: object, name: string, make: () => unknown): void {
  let made: { readonly value: unknown } | undefined;
  const get = (): unknown => (made ??= { value: make() }).value;
  Object.defineProperty(document, name, { get, enumerable: true, configurable: true });
}

function split(bytes: Uint8Array, wrapped: boolean, runBytes: number): readonly SplitMember[] {
  try {
    return splitDocument(bytes, { wrapped, runBytes });
  } catch (error) {
    // The scanner has accepted the same bytes before; had it not, it would have told the sender line and column.
    if (error instanceof AssayError) throw SBOM_UNREADABLE({ problem: 'The document is not JSON.' }, { cause: error });
    throw error;
  }
}
