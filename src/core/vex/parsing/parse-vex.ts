/** Entry point: converts a parsed document of any format to statements with one vocabulary, or rejects it. */
import { parseCsafVex } from './parse-csaf-vex.ts';
import { parseCycloneDxVex } from './parse-cyclonedx-vex.ts';
import { parseOpenVex } from './parse-openvex.ts';
import type { ParseVexOptions, VexDocument } from './vex-document.ts';
import type { VexFormat } from '../../vocabulary/vex.ts';
import { memberIn } from '../../json/members.ts';
import { VEX_FORMAT_UNKNOWN, VEX_FORMAT_UNSUPPORTED, VEX_VERSION_UNSUPPORTED } from '../errors.ts';
import { textIn } from './untrusted-fields.ts';

const PARSERS: Readonly<Record<VexFormat, (document: unknown, options: ParseVexOptions) => VexDocument>> = {
  cyclonedx: parseCycloneDxVex,
  openvex: parseOpenVex,
  csaf: parseCsafVex,
};

export function parseVex(document: unknown, options: ParseVexOptions): VexDocument {
  return PARSERS[detectVexFormat(document)](document, options);
}

const OPENVEX_CONTEXT = /^https?:\/\/(?:www\.)?openvex\.dev\/ns/i;
// The first drafts of OpenVEX had a `format` member instead.
const OPENVEX_MEDIA_TYPE = /^(?:application|text)\/(?:vex|openvex)(?:\+json)?$/i;
// CycloneDX has VEX statements since 1.4.
const CYCLONEDX_VERSIONS: ReadonlySet<string> = new Set(['1.4', '1.5', '1.6', '1.7']);

/** Detects the format by top-level members. Throws if it is none of them, and names an unsupported format. */
export function detectVexFormat(document: unknown): VexFormat {
  if (textIn(document, 'bomFormat') === 'CycloneDX') {
    const found = textIn(document, 'specVersion') ?? '';
    if (!CYCLONEDX_VERSIONS.has(found)) throw VEX_VERSION_UNSUPPORTED({ found });
    return 'cyclonedx';
  }
  if (contextsOf(document).some((context) => OPENVEX_CONTEXT.test(context))) return 'openvex';
  if (OPENVEX_MEDIA_TYPE.test(textIn(document, 'format') ?? '')) return 'openvex';
  const csaf = memberIn(document, 'document');
  if (textIn(csaf, 'csaf_version') !== undefined) {
    if (textIn(csaf, 'category') === 'csaf_vex') return 'csaf';
    throw VEX_FORMAT_UNSUPPORTED({ found: 'a CSAF document of another category than "csaf_vex"' });
  }
  if (textIn(document, 'spdxVersion') !== undefined || contextsOf(document).some((context) => context.includes('spdx')))
    throw VEX_FORMAT_UNSUPPORTED({ found: 'an SPDX document' });
  if (textIn(document, 'predicateType') !== undefined || textIn(document, 'payloadType') !== undefined)
    throw VEX_FORMAT_UNSUPPORTED({ found: 'an attestation that contains a document' });
  throw VEX_FORMAT_UNKNOWN();
}

/** A JSON-LD context is a URL or a list of URLs. */
function contextsOf(document: unknown): readonly string[] {
  const context = memberIn(document, '@context');
  const list: readonly unknown[] = Array.isArray(context) ? context.slice(0, CONTEXTS_MAX) : [context];
  return list.filter((each) => typeof each === 'string');
}

const CONTEXTS_MAX = 10;
