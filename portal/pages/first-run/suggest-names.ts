/** Suggests service and version names for a document, from its content or else from its file name. */

export interface SuggestedNames {
  readonly service: string;
  readonly version: string;
}

const FALLBACK: SuggestedNames = { service: 'my-service', version: '1.0.0' };
const NAME_CHARACTERS_MAX = 200;
const ENDINGS: ReadonlySet<string> = new Set(['cdx', 'spdx', 'cyclonedx', 'sbom', 'bom', 'json']);
const EMPTY_FILES: ReadonlySet<string> = new Set(['', 'sbom', 'bom', 'cdx', 'spdx']);

export function suggestNames(text: string, fileName: string): SuggestedNames {
  const document = parse(text);
  const { name, version } = subjectOf(document);
  const ofFile = withoutEndings(fileName);
  return {
    service: toName(name) ?? (EMPTY_FILES.has(ofFile.toLowerCase()) ? FALLBACK.service : ofFile),
    version: toName(version) ?? FALLBACK.version,
  };
}

/** Removes extensions that tools use: `shop-1.2.0.cdx.json` becomes `shop-1.2.0`. */
function withoutEndings(fileName: string): string {
  const pieces = fileName.split('.');
  const last = pieces.findLastIndex((piece) => !ENDINGS.has(piece.toLowerCase()));
  return pieces.slice(0, last + 1).join('.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** CycloneDX has it in `metadata.component`; SPDX 2 has a name, and describes one of its packages. */
function subjectOf(document: unknown): { readonly name?: unknown; readonly version?: unknown } {
  const { group, name, version } = at(at(document, 'metadata'), 'component') as Record<string, unknown>;
  if (typeof name === 'string')
    return { name: typeof group === 'string' && group !== '' ? `${group}/${name}` : name, version };
  const [first] = [at(document, 'packages')].flat() as unknown[];
  return { name: (at(document, 'name') as unknown) ?? undefined, version: at(first, 'versionInfo') };
}

/** Returns an empty object for a missing `metadata` or `component`, so that lookups can be chained. */
function at(value: unknown, member: string): unknown {
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[member] : undefined;
  return found ?? (member === 'metadata' || member === 'component' ? {} : undefined);
}

function toName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const name = value.trim();
  return name === '' || name.length > NAME_CHARACTERS_MAX || /[\p{C}]/u.test(name) ? undefined : name;
}
