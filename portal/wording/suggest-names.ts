/** What a document might be called as a service and a version: what it says of itself, else what its file is called. */

export interface SuggestedNames {
  readonly service: string;
  readonly version: string;
}

const FALLBACK: SuggestedNames = { service: 'my-service', version: '1.0.0' };
const NAME_CHARACTERS_MAX = 200;
/** As tools name their files: `shop-1.2.0.cdx.json` is `shop-1.2.0`. */
const ENDINGS = /(\.(cdx|spdx|cyclonedx|sbom|bom|json))+$/i;
const EMPTY_FILES: ReadonlySet<string> = new Set(['', 'sbom', 'bom', 'cdx', 'spdx']);

export function suggestNames(text: string, fileName: string): SuggestedNames {
  const document = parse(text);
  const { name, version } = subjectOf(document);
  const ofFile = fileName.replace(ENDINGS, '');
  return {
    service: toName(name) ?? (EMPTY_FILES.has(ofFile.toLowerCase()) ? FALLBACK.service : ofFile),
    version: toName(version) ?? FALLBACK.version,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** CycloneDX says it in `metadata.component`; SPDX 2 describes one of its packages, and has a name. */
function subjectOf(document: unknown): { readonly name?: unknown; readonly version?: unknown } {
  const { group, name, version } = at(at(document, 'metadata'), 'component') as Record<string, unknown>;
  if (name !== undefined)
    return { name: typeof group === 'string' && group !== '' ? `${group}/${String(name)}` : name, version };
  const [first] = [at(document, 'packages')].flat() as unknown[];
  return { name: (at(document, 'name') as unknown) ?? undefined, version: at(first, 'versionInfo') };
}

/** An object for every member that is none, so that one can go on asking. */
function at(value: unknown, member: string): unknown {
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[member] : undefined;
  return found ?? (member === 'metadata' || member === 'component' ? {} : undefined);
}

function toName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const name = value.trim();
  return name === '' || name.length > NAME_CHARACTERS_MAX || /[\p{C}]/u.test(name) ? undefined : name;
}
