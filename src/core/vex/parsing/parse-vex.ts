/** Entry point: converts a parsed document of either format to statements with one vocabulary, or rejects it. */
import { detectVexFormat } from './detect-format.ts';
import { parseCycloneDxVex } from './parse-cyclonedx-vex.ts';
import { parseOpenVex } from './parse-openvex.ts';
import type { ParseVexOptions, VexDocument } from './vex-document.ts';
import type { VexFormat } from '../../vocabulary/vex.ts';

const PARSERS: Readonly<Record<VexFormat, (document: unknown, options: ParseVexOptions) => VexDocument>> = {
  cyclonedx: parseCycloneDxVex,
  openvex: parseOpenVex,
};

export function parseVex(document: unknown, options: ParseVexOptions): VexDocument {
  return PARSERS[detectVexFormat(document)](document, options);
}
