/**
 * Writes findings as an OpenVEX 0.2.0 document: one statement each, about the service and the images that contain the component.
 * The same input gives the same bytes. https://github.com/openvex/spec/blob/main/OPENVEX-SPEC.md
 */
import { VEX_EMPTY } from '../errors.ts';
import {
  type ExportedFinding,
  type VexDocumentFacts,
  type ExportedDecision,
  toClaim,
  type VexClaim,
} from './exported-finding.ts';
import { LIMITS } from '../../limits.ts';
import { parsePurl, printPurl, type Purl } from '../../identity/purl/purl.ts';
import { toImageName } from '../matching/image-name.ts';
import {
  BUILT_IN_PROTECTION,
  findTerm,
  STATUS_OF_STATE,
  EXPORTED_JUSTIFICATIONS,
  type ExportedJustification,
} from '../vex-mapping.ts';
import { OPENVEX_JUSTIFICATIONS, type OpenVexJustification, type VexResponse } from '../../vocabulary/vex.ts';

/** One piece per statement. Throws if there is no finding: an OpenVEX document requires a statement. */
export function writeOpenVex(facts: VexDocumentFacts, findings: readonly ExportedFinding[]): Iterable<string> {
  if (findings.length === 0) throw VEX_EMPTY();
  return toPieces(facts, findings);
}

function* toPieces(facts: VexDocumentFacts, findings: readonly ExportedFinding[]): Generator<string> {
  const frame = {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': facts.id,
    author: facts.author.toWellFormed(),
    timestamp: facts.timestamp,
    version: facts.version,
    tooling: `${facts.tool.name} ${facts.tool.version}`,
    statements: [],
  };
  const end = ']\n}';
  yield JSON.stringify(frame, null, 2).slice(0, -end.length);
  // The schema requires unique statements, but a finding in several documents may be listed twice.
  const written = new Set<string>();
  for (const finding of findings) {
    const text = JSON.stringify(toStatement(facts, finding), null, 2);
    if (written.has(text)) continue;
    yield `${written.size === 0 ? '' : ','}\n${text}`.replaceAll('\n', '\n    ');
    written.add(text);
  }
  yield `\n  ${end}\n`;
}

function toStatement({ service }: VexDocumentFacts, finding: ExportedFinding): object {
  const { id, aliases, component, images, at } = finding;
  const others = [...new Set(aliases)].filter((alias) => alias !== id).slice(0, LIMITS.aliasGroupIdsMax);
  const subcomponents = [{ '@id': toComponentPurl(component) }];
  const products = new Set([toServicePurl(service), ...images.map(toImagePurl)]);
  return {
    vulnerability: { name: id, ...(others.length > 0 && { aliases: others }) },
    timestamp: at,
    products: [...products].map((product) => ({ '@id': product, subcomponents })),
    ...toOpenVexClaim(finding),
  };
}

type OpenVexClaim =
  | {
      readonly status: 'not_affected';
      readonly justification?: OpenVexJustification;
      readonly impact_statement: string;
    }
  | { readonly status: 'affected'; readonly status_notes?: string; readonly action_statement: string }
  | { readonly status: 'fixed' | 'under_investigation'; readonly status_notes: string };

// Identifiers by which other tools and Assay itself find the target of a statement: an image as `pkg:oci`, a service as
// `pkg:generic`, a component by its purl. All are IRIs, as the OpenVEX schema requires.
const EMPTY_PURL = {
  namespace: undefined,
  version: undefined,
  qualifiers: new Map<string, string>(),
  subpath: undefined,
};

function toServicePurl({ name, version }: VexDocumentFacts['service']): string {
  return printPurl({ ...EMPTY_PURL, type: 'generic', ...splitName(name), version: fit(version) });
}

function toImagePurl(reference: string): string {
  const { repository, name, tag, digest } = toImageName(reference);
  const qualifiers = new Map([['repository_url', repository], ...(tag === undefined ? [] : [['tag', tag] as const])]);
  return printPurl({ ...EMPTY_PURL, type: 'oci', name: name === '' ? 'unnamed' : name, version: digest, qualifiers });
}

/** A component without a purl gets a generic one, although no tool can match it. */
function toComponentPurl({ name, version, purl }: ExportedFinding['component']): string {
  const read = purl === null ? undefined : parsePurl(purl).purl;
  return printPurl(read ?? { ...EMPTY_PURL, type: 'generic', ...splitName(name), version: fit(version) });
}

function splitName(text: string): Pick<Purl, 'namespace' | 'name'> {
  const pieces = text.split('/').filter(Boolean);
  const name = pieces.pop() ?? 'unnamed';
  return { namespace: pieces.length === 0 ? undefined : pieces.join('/'), name };
}

function fit(version: string): string | undefined {
  return version === '' ? undefined : version;
}

/**
 * Converts a claim to OpenVEX, which requires a justification for `not_affected` and an action for `affected`. A protection
 * that can be switched off is not a justification there: the finding is exported as affected, with the action to keep the
 * protection.
 */
function toOpenVexClaim(finding: ExportedFinding): OpenVexClaim {
  const claim = toClaim(finding);
  const status = STATUS_OF_STATE[claim.state];
  if (status === 'affected') return toAffected(claim);
  if (status !== 'not_affected') return { status, status_notes: claim.text };
  if (claim.state === 'false_positive')
    return {
      status,
      justification: 'vulnerable_code_not_present',
      impact_statement: `${claim.text} (false_positive)`,
    };
  const exported = toExportedJustification(claim, finding.deciding);
  if (exported === undefined) return { status, impact_statement: claim.text };
  if (exported.as === 'affected')
    return {
      status: 'affected',
      action_statement: `Keep the protection enabled (${claim.justification}): ${claim.text}`,
    };
  const text = exported.named ? `${claim.text} (${claim.justification})` : claim.text;
  return { status, justification: exported.as, impact_statement: text };
}

/** The justification of the imported statement if it was OpenVEX; otherwise the nearest equivalent. */
function toExportedJustification(
  { justification }: VexClaim,
  deciding: ExportedDecision | null,
): ExportedJustification | undefined {
  const { verbatim, builtIn } = deciding ?? {};
  const imported = verbatim?.format === 'openvex' ? (verbatim.justification ?? undefined) : undefined;
  const word = findTerm(OPENVEX_JUSTIFICATIONS, imported);
  if (word !== undefined) return { as: word, named: false };
  if (justification === null) return undefined;
  if (justification === 'protected_at_runtime' && builtIn === true) return BUILT_IN_PROTECTION;
  return EXPORTED_JUSTIFICATIONS[justification];
}

const ACTIONS: Readonly<Record<VexResponse, string>> = {
  can_not_fix: 'No fix is available.',
  will_not_fix: 'It will not be fixed; the risk is accepted.',
  update: 'Upgrade to a version that is not affected.',
  rollback: 'Downgrade to a version that is not affected.',
  workaround_available: 'Apply the workaround.',
};
const NO_ACTION = 'Upgrade to a version that is not affected, or remove the component.';

function toAffected({ response, text }: VexClaim): OpenVexClaim {
  const actions = response.map((each) => ACTIONS[each]).join(' ');
  return { status: 'affected', status_notes: text, action_statement: actions === '' ? NO_ACTION : actions };
}
