/** Parses one value of a large document, or a run of elements, within the limits of the thread. */
import { SBOM_TOO_LARGE_TO_READ, SBOM_UNREADABLE } from './errors.ts';
import { decodeJson } from './parse-json.ts';
import { fitsInRemainingMemory, threadMemoryMb } from './thread-memory.ts';

/** `path` is the JSON pointer to report if the value is too large. */
export function parseValue(bytes: Uint8Array, what: 'value' | 'elements', path: string): unknown {
  if (!fitsInRemainingMemory(bytes)) throw SBOM_TOO_LARGE_TO_READ({ path, memoryMb: threadMemoryMb() });
  const parsed = decodeJson(bytes, what);
  if (parsed.kind === 'unreadable') throw SBOM_UNREADABLE({ problem: parsed.problem });
  return parsed.value;
}
