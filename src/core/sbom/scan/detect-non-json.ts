/**
 * Detects bodies that are not JSON from their first bytes: compressed, XML, tag-value, YAML, UTF-16. The specific error is more
 * helpful than "unexpected character". Nothing is parsed here; other input is left to the JSON grammar.
 */
import type { AssayError } from '../../errors.ts';
import { BODY_LOOKS_COMPRESSED, JSON_NOT_UTF8, SBOM_FORMAT_UNSUPPORTED } from '../errors.ts';

/** The longest signature is `SPDXVersion:`. */
export const OPENING_BYTES_MAX = 12;

/** `opening` is the text after a byte order mark and white space; `offset` is its position. */
export function detectNonJson(opening: Uint8Array, offset: number): AssayError | undefined {
  for (const { magic, ...compression } of offset === 0 ? COMPRESSIONS : []) {
    if (magic.every((byte, i) => opening[i] === byte)) return BODY_LOOKS_COMPRESSED(compression);
  }
  if (isWide(opening)) return JSON_NOT_UTF8({ offset, looksLike: 'UTF-16 or UTF-32' });

  const text = String.fromCharCode(...opening);
  return FORMATS.find(({ sign }) => sign.test(text))?.error();
}

const COMPRESSIONS = [
  { magic: [0x1f, 0x8b], format: 'gzip', encoding: 'gzip' },
  { magic: [0x28, 0xb5, 0x2f, 0xfd], format: 'zstd', encoding: 'zstd' },
  { magic: [0x50, 0x4b, 0x03, 0x04], format: 'zip', encoding: undefined },
];

const FORMATS = [
  {
    sign: /^<[A-Za-z?!]/,
    error: () =>
      SBOM_FORMAT_UNSUPPORTED({
        found: 'XML, RDF or HTML',
        cure: 'Convert CycloneDX with "cyclonedx-cli convert --input-file bom.xml --output-file bom.json", SPDX with "pyspdxtools -i sbom.rdf -o sbom.spdx.json", and send the result.',
      }),
  },
  {
    sign: /^SPDXVersion:/,
    error: () =>
      SBOM_FORMAT_UNSUPPORTED({
        found: 'SPDX tag-value',
        cure: 'Convert it with "pyspdxtools -i sbom.spdx -o sbom.spdx.json" and send the result.',
      }),
  },
  {
    sign: /^(?:spdxVersion:|---(?!-))/,
    error: () =>
      SBOM_FORMAT_UNSUPPORTED({
        found: 'YAML',
        cure: 'Convert it with "pyspdxtools -i sbom.spdx.yaml -o sbom.spdx.json" and send the result.',
      }),
  },
];

// JSON begins with two ASCII characters, so a zero byte among the first two, or a two-byte byte order mark, means UTF-16.
function isWide(opening: Uint8Array): boolean {
  const [first, second] = opening;
  if (first === 0 || second === 0) return true;
  return (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe);
}
