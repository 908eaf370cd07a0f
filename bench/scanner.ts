/** Compares the upload scanner with `JSON.parse` on the same bytes in one run: the ratio also holds on other machines. */
import { AssayError } from '../src/core/errors.ts';
import { createScanner } from '../src/core/sbom/scan/scan-document.ts';
import { aLargeCycloneDx } from '../test/support/documents.ts';
import { listRealSboms } from '../test/support/real-data.ts';
import { KIB, type BenchmarkOptions, type Table } from './report.ts';

/** The size of a typical chunk from a socket. */
const CHUNK_BYTES = 64 * KIB;
const decoder = new TextDecoder();

interface Reader {
  readonly name: string;
  readonly read: (document: Uint8Array) => void;
}

const READERS: readonly Reader[] = [
  { name: 'scanner, in chunks of 64 KiB', read: scan },
  { name: '`JSON.parse` of the decoded text', read: (document) => void JSON.parse(decoder.decode(document)) },
];

export async function measureScanner({ quick, print, quiet }: BenchmarkOptions): Promise<readonly Table[]> {
  const { documents, origin } = collectDocuments(quick ? 10e6 : 100e6);
  const bytes = documents.reduce((sum, document) => sum + document.length, 0);
  const busy = await quiet();
  const speeds = READERS.map(() => 0);
  for (let round = 0; round < 3; round += 1) {
    for (const [i, { read }] of READERS.entries()) {
      const start = performance.now();
      for (const document of documents) read(document);
      const speed = bytes / 1000 / (performance.now() - start);
      speeds[i] = Math.max(speeds[i] ?? 0, speed);
    }
  }
  const parse = speeds.at(-1) ?? 1;
  const rows = READERS.map(({ name }, i) => {
    const speed = speeds[i] ?? 0;
    return [name, `${speed.toFixed(0)} MB/s`, (speed / parse).toFixed(2)];
  });
  for (const row of rows) print(row.join(': '));
  const what = `${documents.length} ${origin} documents, ${(bytes / 1e6).toFixed(0)} MB; best of three rounds, one thread.`;
  return [
    {
      title: 'Scanning a document',
      notes: [
        what,
        'The scanner also checks limits, UTF-8 and duplicate keys, and does not keep the text.',
        `Load before: ${busy}.`,
      ],
      columns: ['reader', 'speed', 'ratio'],
      rows,
    },
  ];
}

function scan(document: Uint8Array): void {
  const scanner = createScanner();
  for (let from = 0; from < document.length; from += CHUNK_BYTES) {
    scanner.push(document.subarray(from, from + CHUNK_BYTES));
  }
  scanner.end();
}

function collectDocuments(bytesMax: number): { readonly documents: readonly Uint8Array[]; readonly origin: string } {
  const documents: Uint8Array[] = [];
  let bytes = 0;
  for (const sbom of listRealSboms()) {
    const document = sbom.read();
    if (bytes + document.length > bytesMax || !isReadable(document)) continue;
    documents.push(document);
    bytes += document.length;
  }
  if (documents.length > 0) return { documents, origin: 'real' };
  return { documents: [aLargeCycloneDx(bytesMax / 2), aLargeCycloneDx(bytesMax / 4)], origin: 'generated' };
}

/** For a rejected document, the time would only show how early it is rejected. */
function isReadable(document: Uint8Array): boolean {
  try {
    scan(document);
    JSON.parse(decoder.decode(document));
    return true;
  } catch (error) {
    if (error instanceof AssayError || error instanceof SyntaxError) return false;
    throw error;
  }
}
