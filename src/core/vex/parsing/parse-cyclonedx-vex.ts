/**
 * Parses CycloneDX 1.4 to 1.7 as VEX: every vulnerability with an analysis is a statement about each of the targets that it
 * affects. The same vulnerability may be listed several times with different versions, and each one counts.
 * https://cyclonedx.org/capabilities/vex/
 */
import { memberIn } from '../../json/members.ts';
import { VEX_INVALID } from '../errors.ts';
import { countIn, listIn, nameIn, freeTextIn, textIn, parseVulnerabilityIds, isPurl } from './untrusted-fields.ts';
import { parseTime } from './parse-time.ts';
import { StatementList, VexWarnings, type ParseVexOptions, type VexDocument, type VexDraft } from './vex-document.ts';
import { type VexStatement, type VexTarget, toSerialNumber } from '../vex-statement.ts';
import { findTerm } from '../vex-mapping.ts';
import { VEX_JUSTIFICATIONS, VEX_RESPONSES, VEX_STATES, type VexState } from '../../vocabulary/vex.ts';
import { decodePercent, isLongerThanBytes } from '../../identity/identifier-text.ts';
import { LIMITS } from '../../limits.ts';
import { isValidVersRange } from '../matching/vers-range.ts';

interface Draft extends VexDraft {
  readonly targets: CycloneDxTargets;
}

export function parseCycloneDxVex(document: unknown, { receivedAt }: ParseVexOptions): VexDocument {
  const vulnerabilities = memberIn(document, 'vulnerabilities');
  if (!Array.isArray(vulnerabilities)) {
    const problem = vulnerabilities === undefined ? 'is missing, so there are no statements' : 'must be an array';
    throw VEX_INVALID({ path: '/vulnerabilities', problem });
  }
  const warnings = new VexWarnings();
  const metadata = memberIn(document, 'metadata');
  const author = findAuthor(metadata);
  if (author === '') warnings.add('author-missing', '/metadata/authors');
  const timestamp =
    parseTime(metadata, { names: ['timestamp'], path: '/metadata' }, { receivedAt, warnings }) ?? receivedAt;
  const targets = new CycloneDxTargets(document, warnings);
  const draft = { author, timestamp, receivedAt, targets, statements: new StatementList(), warnings };
  for (const [i, each] of vulnerabilities.entries()) parseVulnerability(each, `/vulnerabilities/${i}`, draft);

  const statements = draft.statements.toList();
  if (statements.length === 0) warnings.add('no-statements', '/vulnerabilities');
  return {
    format: 'cyclonedx',
    author,
    documentId: nameIn(document, 'serialNumber') ?? null,
    version: countIn(document, 'version'),
    timestamp,
    statements,
    warnings: warnings.toList(),
  };
}

/** Returns the author, else the manufacturer, else the supplier of the described component. */
function findAuthor(metadata: unknown): string {
  for (const author of listIn(metadata, 'authors').slice(0, AUTHORS_MAX)) {
    const name = nameIn(author, 'name') ?? nameIn(author, 'email');
    if (name !== undefined) return name;
  }
  const organizations = ['manufacturer', 'manufacture', 'supplier'].map((name) => memberIn(metadata, name));
  for (const organization of organizations) {
    const name = nameIn(organization, 'name');
    if (name !== undefined) return name;
  }
  return '';
}

const AUTHORS_MAX = 100;

/** A vulnerability without an analysis is only a report. */
function parseVulnerability(vulnerability: unknown, path: string, draft: Draft): void {
  const { warnings, statements, targets } = draft;
  const analysis = memberIn(vulnerability, 'analysis');
  if (typeof analysis !== 'object' || analysis === null) return;
  const word = textIn(analysis, 'state');
  const state = findTerm(VEX_STATES, word);
  if (state === undefined)
    return warnings.add(word === undefined ? 'state-missing' : 'state-unknown', `${path}/analysis/state`);
  const references = listIn(vulnerability, 'references').map((reference) => memberIn(reference, 'id'));
  const ids = parseVulnerabilityIds([memberIn(vulnerability, 'id'), ...references]);
  if (ids.length === 0) return warnings.add('vulnerability-missing', `${path}/id`);

  const claim = parseAnalysis(analysis, state, path, draft);
  const affects = listIn(vulnerability, 'affects');
  if (affects.length === 0) warnings.add('target-missing', `${path}/affects`);
  for (const [i, affected] of affects.entries()) {
    const target = targets.find(affected, `${path}/affects/${i}`);
    if (target !== undefined) statements.add({ ids, target, ...claim });
  }
}

function parseAnalysis(
  analysis: object,
  state: VexState,
  path: string,
  draft: VexDraft,
): Omit<VexStatement, 'ids' | 'target'> {
  const { author, timestamp, warnings } = draft;
  const word = textIn(analysis, 'justification');
  const justification = findTerm(VEX_JUSTIFICATIONS, word) ?? null;
  if (word !== undefined && justification === null)
    warnings.add('justification-unknown', `${path}/analysis/justification`);
  const responses = new Set(listIn(analysis, 'response').slice(0, RESPONSES_MAX));
  return {
    state,
    justification,
    response: VEX_RESPONSES.filter((response) => responses.has(response)),
    detail: freeTextIn(analysis, 'detail'),
    actionStatement: null,
    at: parseTime(analysis, { names: ['lastUpdated', 'firstIssued'], path: `${path}/analysis` }, draft) ?? timestamp,
    author,
    verbatim: { format: 'cyclonedx', status: state, justification },
  };
}

const RESPONSES_MAX = 100;

type Place = Pick<VexTarget, 'product' | 'component' | 'bomLink'>;
type Versions = VexTarget['versions'];

/** Some tools write `urn:uuid:` instead of `urn:cdx:` by mistake; it is accepted. */
const BOM_LINK = /^urn:(?:cdx|uuid):([0-9a-f-]{36})\/([0-9]{1,9})#/i;
const NOWHERE: Place = { product: null, component: null, bomLink: null };

/**
 * Resolves `affects[].ref` of a CycloneDX document to a component of the document, by its purl; to the subject of the document;
 * or, with a BOM-Link, to an element of another document: `urn:cdx:f08a6ccd-4dce-4759-bd84-c626675d60a7/1#left-pad`.
 * https://cyclonedx.org/capabilities/bomlink/
 */
class CycloneDxTargets {
  private readonly warnings: VexWarnings;
  private readonly root: unknown;
  private readonly rootRef: string | undefined;
  private readonly serialNumber: string | undefined;
  private readonly version: number | null;
  /** By reference; null: a component without a purl. */
  private readonly purls = new Map<string, string | null>();

  constructor(document: unknown, warnings: VexWarnings) {
    this.warnings = warnings;
    this.root = memberIn(memberIn(document, 'metadata'), 'component');
    this.rootRef = textIn(this.root, 'bom-ref');
    this.serialNumber = toSerialNumber(textIn(document, 'serialNumber'));
    this.version = countIn(document, 'version');
    this.readComponents(document);
  }

  /** Undefined: the reference cannot be resolved, and a warning is recorded. */
  find(affected: unknown, path: string): VexTarget | undefined {
    const ref = textIn(affected, 'ref');
    const place = ref === undefined ? undefined : this.findPlace(ref);
    if (place === undefined) {
      this.warnings.add('reference-unknown', `${path}/ref`);
      return undefined;
    }
    const versions = this.readVersions(affected, path);
    const isRoot = place.product !== null;
    return { ...place, versions: versions.length === 0 && isRoot ? this.rootVersions() : versions };
  }

  // Components can be nested. An explicit stack avoids recursion, so that depth does not matter.
  private readComponents(document: unknown): void {
    const waiting: unknown[][] = [[...listIn(document, 'components')], [...listIn(this.root, 'components')]];
    waiting.push([...listIn(document, 'services')]);
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const component of next) {
        this.readComponent(component);
        const below = [...listIn(component, 'components'), ...listIn(component, 'services')];
        if (below.length > 0) waiting.push(below);
      }
    }
  }

  private readComponent(component: unknown): void {
    const ref = textIn(component, 'bom-ref');
    if (ref === undefined || this.purls.has(ref)) return;
    const purl = textIn(component, 'purl');
    this.purls.set(ref, purl !== undefined && isPurl(purl) ? purl : null);
  }

  private findPlace(ref: string): Place | undefined {
    if (ref === this.rootRef) return this.findRoot();
    const purl = this.purls.get(ref);
    if (typeof purl === 'string') return { ...NOWHERE, component: purl };
    if (purl === null) return this.linkTo(ref);
    if (isPurl(ref)) return { ...NOWHERE, component: ref };
    return this.followLink(ref);
  }

  private findRoot(): Place | undefined {
    const purl = textIn(this.root, 'purl');
    const product = purl !== undefined && isPurl(purl) ? purl : nameIn(this.root, 'name');
    return product === undefined ? undefined : { ...NOWHERE, product };
  }

  /** A component without a purl can still be found in this document, if the document was also uploaded as an SBOM. */
  private linkTo(ref: string): Place | undefined {
    if (this.serialNumber === undefined || isLongerThanBytes(ref, LIMITS.bomRefBytesMax)) return undefined;
    return { ...NOWHERE, bomLink: { serialNumber: this.serialNumber, version: this.version, ref } };
  }

  private followLink(link: string): Place | undefined {
    const [start = '', uuid, version] = BOM_LINK.exec(link) ?? [];
    const serialNumber = toSerialNumber(uuid);
    if (serialNumber === undefined || isLongerThanBytes(link, LIMITS.bomRefBytesMax * 2)) return undefined;
    const ref = decodePercent(link.slice(start.length)).text;
    if (ref === '' || !ref.isWellFormed()) return undefined;
    if (serialNumber === this.serialNumber) {
      if (ref === this.rootRef) return this.findRoot();
      const purl = this.purls.get(ref);
      if (typeof purl === 'string') return { ...NOWHERE, component: purl };
    }
    return { ...NOWHERE, bomLink: { serialNumber, version: Number(version), ref } };
  }

  private rootVersions(): Versions {
    const version = nameIn(this.root, 'version');
    if (version === undefined || isPurl(textIn(this.root, 'purl') ?? '')) return [];
    return [{ version, status: 'affected' }];
  }

  private readVersions(affected: unknown, path: string): Versions {
    const versions: Versions[number][] = [];
    for (const [i, each] of listIn(affected, 'versions').entries()) {
      if (versions.length === LIMITS.vexVersionsPerTargetMax) break;
      const version = nameIn(each, 'version');
      const range = freeTextIn(each, 'range') ?? undefined;
      const status = toStatus(textIn(each, 'status'));
      if (version !== undefined) versions.push({ version, status });
      else if (range !== undefined) versions.push({ range, status });
      if (range !== undefined && !isValidVersRange(range))
        this.warnings.add('range-unreadable', `${path}/versions/${i}`);
    }
    // A limit that cannot be parsed is still a limit: without it the statement would apply to all versions.
    const isLimited = listIn(affected, 'versions').length > 0;
    return versions.length === 0 && isLimited ? [{ range: '', status: 'unknown' }] : versions;
  }
}

function toStatus(text: string | undefined): Versions[number]['status'] {
  if (text === undefined) return 'affected';
  return text === 'affected' || text === 'unaffected' ? text : 'unknown';
}
