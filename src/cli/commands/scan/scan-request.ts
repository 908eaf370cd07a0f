/** Checks the options of `assay scan` strictly: a typo in a pipeline must not look like "nothing found". */
import { quote } from '../../../core/errors.ts';
import { parseImageReference } from '../../../core/naming/image-reference.ts';
import { DISTRO_NAME } from '../../../core/vocabulary/sbom.ts';
import type { HarmfulSeverity } from '../../../core/vocabulary/severity.ts';
import { USAGE_INVALID } from '../../errors.ts';

export const SCAN_FORMATS = ['table', 'json', 'sarif', 'cyclonedx'] as const;

/** As parsed from the command line. */
export interface ScanOptions {
  readonly format: (typeof SCAN_FORMATS)[number];
  readonly output: string | undefined;
  readonly 'fail-on': HarmfulSeverity | undefined;
  readonly distro: string | undefined;
  readonly image: string | undefined;
}

export interface ScanRequest {
  readonly format: ScanOptions['format'];
  /** Undefined means standard output. */
  readonly output: string | undefined;
  readonly failOn: HarmfulSeverity | undefined;
  readonly distro: string | null;
  readonly image: string | null;
}

export function toScanRequest({ format, output, 'fail-on': failOn, distro, image }: ScanOptions): ScanRequest {
  return {
    format,
    output,
    failOn,
    distro: parseDistro(distro),
    image: image === undefined ? null : parseImageReference(image).text,
  };
}

/** Only some options make sense for several documents. */
export function requireOneDocument({ format, image }: ScanRequest, documents: number): void {
  if (documents === 1) return;
  if (image !== null) throw USAGE_INVALID({ problem: `--image describes one document, but ${documents} were found.` });
  if (format === 'cyclonedx')
    throw USAGE_INVALID({
      problem: `--format cyclonedx writes one document, but ${documents} were found. Use table, json or sarif.`,
    });
}

/** Follows the rule of the API. */
function parseDistro(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (DISTRO_NAME.test(text)) return text;
  throw USAGE_INVALID({
    problem: `Invalid value ${quote(text)} for --distro. Use a name and a release, for example debian-12.`,
  });
}
