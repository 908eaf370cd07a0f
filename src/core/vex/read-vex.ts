/** The way in: a parsed document of either format becomes statements in one vocabulary, or is refused. */
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
