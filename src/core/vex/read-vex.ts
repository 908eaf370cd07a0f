/** Entry point: converts a parsed document of either format to statements with one vocabulary, or rejects it. */
import { detectVexFormat, type VexFormat } from './detect-format.ts';
import { readCycloneDxVex } from './read-cyclonedx-vex.ts';
import { readOpenVex } from './read-openvex.ts';
import type { ReadVexOptions, VexDocument } from './vex-document.ts';

const READERS: Readonly<Record<VexFormat, (document: unknown, options: ReadVexOptions) => VexDocument>> = {
  cyclonedx: readCycloneDxVex,
  openvex: readOpenVex,
};

export function readVex(document: unknown, options: ReadVexOptions): VexDocument {
  return READERS[detectVexFormat(document)](document, options);
}
