/**
 * Parses OpenVEX 0.2.0 and older forms that are still in use: a vulnerability, product or subcomponent as a plain string, and
 * subcomponents beside the products. Author and time are inherited from the document; of several statements about the same
 * target, the newest counts. https://github.com/openvex/spec/blob/main/OPENVEX-SPEC.md
 */
import { unique } from '../../collections/text-lists.ts';
import { memberIn } from '../../json/members.ts';
import { VEX_INVALID } from '../errors.ts';
import { countIn, listIn, nameIn, freeTextIn, textIn, parseVulnerabilityIds, isPurl } from './untrusted-fields.ts';
import { parseTime } from './parse-time.ts';
import { StatementList, VexWarnings, type ParseVexOptions, type VexDocument, type VexDraft } from './vex-document.ts';
import type { VexStatement, VexTarget } from '../vex-statement.ts';
import { findTerm, IMPORTED_JUSTIFICATIONS, STATE_OF_STATUS } from '../vex-mapping.ts';
import { OPENVEX_JUSTIFICATIONS, OPENVEX_STATUSES, type OpenVexStatus } from '../../vocabulary/vex.ts';
import { LIMITS } from '../../limits.ts';

export function parseOpenVex(document: unknown, { receivedAt }: ParseVexOptions): VexDocument {
  const stated = memberIn(document, 'statements');
  if (!Array.isArray(stated))
    throw VEX_INVALID({ path: '/statements', problem: stated === undefined ? 'is missing' : 'must be an array' });

  const warnings = new VexWarnings();
  const author = nameIn(document, 'author') ?? '';
  if (author === '') warnings.add('author-missing', '/author');
  const timestamp = parseTime(document, { names: ['timestamp'], path: '' }, { receivedAt, warnings }) ?? receivedAt;
  const draft = { author, timestamp, receivedAt, statements: new StatementList(), warnings };
  for (const [i, statement] of stated.entries()) parseStatement(statement, `/statements/${i}`, draft);

  const statements = keepNewest(draft.statements.toList(), warnings);
  if (statements.length === 0) warnings.add('no-statements', '/statements');
  return {
    format: 'openvex',
    author,
    documentId: nameIn(document, '@id') ?? nameIn(document, 'id') ?? null,
    version: countIn(document, 'version'),
    timestamp,
    statements,
    warnings: warnings.toList(),
  };
}

function parseStatement(statement: unknown, path: string, draft: VexDraft): void {
  const { warnings, statements } = draft;
  const ids = parseVulnerability(memberIn(statement, 'vulnerability'));
  if (ids.length === 0) return warnings.add('vulnerability-missing', `${path}/vulnerability`);
  const status = findTerm(OPENVEX_STATUSES, textIn(statement, 'status'));
  if (status === undefined) return warnings.add('state-unknown', `${path}/status`);
  const claim = parseClaim(statement, status, path, draft);
  for (const target of parseTargets(statement, path, warnings)) statements.add({ ids, target, ...claim });
}

function parseVulnerability(vulnerability: unknown): readonly string[] {
  if (typeof vulnerability === 'string') return parseVulnerabilityIds([vulnerability]);
  const aliases = listIn(vulnerability, 'aliases');
  return parseVulnerabilityIds([memberIn(vulnerability, 'name'), memberIn(vulnerability, '@id'), ...aliases]);
}

function parseClaim(
  statement: unknown,
  status: OpenVexStatus,
  path: string,
  draft: VexDraft,
): Omit<VexStatement, 'ids' | 'target'> {
  const { author, timestamp, warnings } = draft;
  const word = textIn(statement, 'justification');
  const justification = findTerm(OPENVEX_JUSTIFICATIONS, word);
  if (word !== undefined && justification === undefined) warnings.add('justification-unknown', `${path}/justification`);
  const impact = freeTextIn(statement, 'impact_statement');
  const isUnjustified = status === 'not_affected' && justification === undefined && impact === null;
  if (isUnjustified) warnings.add('not-justified', path);
  return {
    state: STATE_OF_STATUS[status],
    justification: justification === undefined ? null : IMPORTED_JUSTIFICATIONS[justification],
    response: [],
    // Notes are not a justification, so they must not make an unjustified statement look justified.
    detail: isUnjustified ? null : (impact ?? freeTextIn(statement, 'status_notes')),
    actionStatement: freeTextIn(statement, 'action_statement'),
    at: parseTime(statement, { names: ['last_updated', 'timestamp'], path }, draft) ?? timestamp,
    author,
    verbatim: { format: 'openvex', status, justification: justification ?? null },
  };
}

// An OpenVEX document is a history: of the statements about one vulnerability, product and component, the newest counts, and of
// equally old ones the last.
function keepNewest(statements: readonly VexStatement[], warnings: VexWarnings): readonly VexStatement[] {
  const newest = new Map<string, VexStatement>();
  for (const statement of statements) {
    const key = keyOf(statement);
    const known = newest.get(key);
    if (known !== undefined && differ(known, statement)) warnings.add('superseded', '/statements');
    if (known === undefined || known.at <= statement.at) newest.set(key, statement);
  }
  return [...newest.values()];
}

function keyOf({ ids, target }: VexStatement): string {
  return JSON.stringify([ids[0], target.product, target.component]);
}

function differ(a: VexStatement, b: VexStatement): boolean {
  return a.state !== b.state || a.justification !== b.justification;
}

/**
 * Each product, alone or with each of its subcomponents. A product may have several identifiers; each is a target of its own,
 * because any of them may match. Lazy, because products times subcomponents may exceed the limit of statements.
 */
function* parseTargets(statement: unknown, path: string, warnings: VexWarnings): Generator<VexTarget> {
  const products = listIn(statement, 'products');
  if (products.length === 0) warnings.add('target-missing', `${path}/products`);
  // The first drafts put subcomponents beside the products.
  const shared = parseComponents(statement, path, warnings);
  for (const [i, product] of products.entries()) {
    const place = `${path}/products/${i}`;
    const names = namesOf(product);
    if (names.length === 0) warnings.add('target-unreadable', place);
    const own = parseComponents(product, place, warnings);
    // Also when no subcomponent can be parsed: a statement about a part is not valid for the whole product.
    const isWhole = own === undefined && shared === undefined;
    for (const name of names) {
      if (isWhole) yield toTarget(name, null);
      for (const purls of [own ?? [], shared ?? []]) {
        for (const purl of purls) yield toTarget(name, purl);
      }
    }
  }
}

/** Purls of the subcomponents; undefined if the holder lists no subcomponents. */
function parseComponents(holder: unknown, path: string, warnings: VexWarnings): readonly string[] | undefined {
  const components = listIn(holder, 'subcomponents');
  if (components.length === 0) return undefined;
  return components.flatMap((component, i) => {
    const purls = namesOf(component).filter(isPurl);
    if (purls.length === 0) warnings.add('target-unreadable', `${path}/subcomponents/${i}`);
    return purls;
  });
}

function toTarget(product: string, component: string | null): VexTarget {
  return { product, component, bomLink: null, versions: [] };
}

/** Its purls; if it has none, its digest or its name. */
function namesOf(component: unknown): readonly string[] {
  if (typeof component === 'string') return component.trim() === '' ? [] : listUsable([component.trim()]);
  const id = textIn(component, '@id')?.trim();
  const purl = textIn(memberIn(component, 'identifiers'), 'purl')?.trim();
  const purls = [id, purl].filter((text) => text !== undefined && isPurl(text));
  if (purls.length > 0) return listUsable(purls);
  const digest = textIn(memberIn(component, 'hashes'), 'sha-256')?.trim().toLowerCase();
  return listUsable([id, digest === undefined ? undefined : `sha256:${digest}`]);
}

function listUsable(names: readonly (string | undefined)[]): readonly string[] {
  const usable = names.filter((name) => name !== undefined);
  return unique(usable.filter((name) => name.length <= LIMITS.purlBytesMax && name.isWellFormed()));
}
