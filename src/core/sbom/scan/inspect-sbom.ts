/**
 * ENTRY. Evaluates the facts of the scanner: the format and its version, and whether its lists are lists. A document that passes
 * is accepted; problems inside a component are warnings of the analysis, never a rejection.
 */
import { SBOM_INVALID } from '../errors.ts';
import { JSON_KIND_LABELS } from '../json/json-tokenizer.ts';
import { chooseDocument, type ChosenDocument, type SbomCounts } from './sbom-syntax.ts';
import type { ScanFacts } from './scan-facts.ts';
import type { SbomFormat } from '../../vocabulary/sbom.ts';

interface InspectionWarning {
  readonly code: 'JSON_DUPLICATE_KEY' | 'SPEC_VERSION_NEWER';
  readonly count: number;
}

export interface DetectedFormat {
  readonly format: SbomFormat;
  /** For example `1.6`, `2.3` or `3.0.1`. */
  readonly specVersion: string;
  /** JSON pointer of the document in the upload; below `/payload` it points into the decoded payload of an envelope. */
  readonly path: string;
}

export interface InspectedSbom extends DetectedFormat, SbomCounts {
  readonly warnings: readonly InspectionWarning[];
}

/** `around` is the path of the scanned text in the upload, if it was encoded. */
export function inspectSbom(facts: ScanFacts, around = ''): InspectedSbom {
  const chosen = chooseDocument(facts);
  const { document, syntax } = chosen;
  const path = `${around}${chosen.path}`;
  const version = syntax.parseVersion(document);
  checkKinds(chosen, path);

  const warnings: InspectionWarning[] = [];
  if (facts.duplicateNames > 0) warnings.push({ code: 'JSON_DUPLICATE_KEY', count: facts.duplicateNames });
  if (version.isNewer) warnings.push({ code: 'SPEC_VERSION_NEWER', count: 1 });
  return { format: syntax.format, specVersion: version.text, path, ...syntax.count(document.counts), warnings };
}

function checkKinds({ document, syntax }: ChosenDocument, documentPath: string): void {
  for (const [member, expectedKind] of syntax.kinds) {
    const foundKind = document.kinds[member];
    if (foundKind === undefined || foundKind === 'null' || foundKind === expectedKind) continue;

    const path = `${documentPath}/${member}`;
    const problem = `must be ${JSON_KIND_LABELS[expectedKind]}, but it is ${JSON_KIND_LABELS[foundKind]}`;
    throw SBOM_INVALID({ path, problem }, { details: [{ path, message: problem }] });
  }
}
