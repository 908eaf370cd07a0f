/**
 * A document that is too large to be parsed as a whole, inside a thread. It becomes an object like the one `JSON.parse` gives,
 * with one difference: a long list of the document itself is an `ElementList`, whose elements are parsed while somebody walks
 * over them, so that only a few of them are in memory at a time.
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
  /** Lists up to this size are parsed like any other member. Tests make it small. */
  readonly wholeListBytesMax?: number;
  readonly runBytes?: number;
}

/**
 * Throws SBOM_UNREADABLE, and SBOM_TOO_LARGE_TO_READ when a single value is too heavy; so does walking over a list. The bytes
 * must stay as they are as long as the lists are in use.
 */
export function parseLargeJson(
  bytes: Uint8Array,
  { wrapped, wholeListBytesMax = WHOLE_LIST_BYTES_MAX, runBytes = RUN_BYTES }: LargeJsonOptions,
): unknown {
  const document = createObject();
  for (const { name, start, end, runs } of split(bytes, wrapped, runBytes)) {
    const path = `${wrapped ? '/sbom' : ''}/${name}`;
    document[name] =
      runs === undefined || end - start <= wholeListBytesMax
        ? parseValue(bytes.subarray(start, end), 'value', path)
        : new ElementList(runs.length, new RunReader(bytes, runs, path).read);
  }
  return wrapped ? Object.assign(createObject(), { sbom: document }) : document;
}

const WHOLE_LIST_BYTES_MAX = 1024 * 1024;
/** Measured: from 4 to 16 KiB fastest, a fifth to a third faster than single elements and than runs of 64 KiB and more. */
const RUN_BYTES = 16 * 1024;

/** Without a prototype, so that `__proto__` is a name like any other. */
function createObject(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
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
