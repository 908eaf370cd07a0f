/**
 * Parses CSAF VEX documents: the statuses of products and their components by vulnerability. Statements are about products and
 * components that the document names by purl; the others are counted as a warning.
 * https://docs.oasis-open.org/csaf/csaf/v2.0/csaf-v2.0.html#45-profile-5-vex
 */
import { parseProductTree, type CsafProduct } from '../../identity/csaf/product-tree.ts';
import { parsePurl } from '../../identity/purl/purl.ts';
import { memberIn } from '../../json/members.ts';
import { LIMITS } from '../../limits.ts';
import { OPENVEX_JUSTIFICATIONS, type OpenVexStatus, type VexResponse } from '../../vocabulary/vex.ts';
import { VEX_INVALID } from '../errors.ts';
import { findTerm, IMPORTED_JUSTIFICATIONS, STATE_OF_STATUS } from '../vex-mapping.ts';
import type { VexStatement, VexTarget } from '../vex-statement.ts';
import { parseTime } from './parse-time.ts';
import { freeTextIn, isPurl, listIn, nameIn, parseVulnerabilityIds, textIn } from './untrusted-fields.ts';
import { StatementList, VexWarnings, type ParseVexOptions, type VexDocument, type VexDraft } from './vex-document.ts';

/** A product in the first versions that are fixed is fixed; recommended versions are not statements about installed ones. */
const STATUSES: readonly (readonly [string, OpenVexStatus])[] = [
  ['fixed', 'fixed'],
  ['first_fixed', 'fixed'],
  ['known_affected', 'affected'],
  ['first_affected', 'affected'],
  ['last_affected', 'affected'],
  ['known_not_affected', 'not_affected'],
  ['under_investigation', 'under_investigation'],
];

export function parseCsafVex(document: unknown, { receivedAt }: ParseVexOptions): VexDocument {
  const vulnerabilities = memberIn(document, 'vulnerabilities');
  if (!Array.isArray(vulnerabilities)) {
    const problem = vulnerabilities === undefined ? 'is missing' : 'must be an array';
    throw VEX_INVALID({ path: '/vulnerabilities', problem });
  }
  const head = memberIn(document, 'document');
  const tracking = memberIn(head, 'tracking');
  const warnings = new VexWarnings();
  const author = nameIn(memberIn(head, 'publisher'), 'name') ?? '';
  if (author === '') warnings.add('author-missing', '/document/publisher/name');
  const place = { names: ['current_release_date', 'initial_release_date'], path: '/document/tracking' };
  const timestamp = parseTime(tracking, place, { receivedAt, warnings }) ?? receivedAt;
  const draft = { author, timestamp, receivedAt, statements: new StatementList(), warnings };
  const products = parseProductTree(memberIn(document, 'product_tree'));
  for (const [i, each] of vulnerabilities.entries()) parseVulnerability(each, `/vulnerabilities/${i}`, products, draft);

  const statements = draft.statements.toList();
  if (statements.length === 0) warnings.add('no-statements', '/vulnerabilities');
  return {
    format: 'csaf',
    author,
    documentId: nameIn(tracking, 'id') ?? null,
    // Vendors restart the numbers with a new generator, so the date tells which document is newer.
    version: null,
    timestamp,
    statements,
    warnings: warnings.toList(),
  };
}

function parseVulnerability(
  vulnerability: unknown,
  path: string,
  products: ReadonlyMap<string, CsafProduct>,
  draft: VexDraft,
): void {
  const { author, timestamp: at, statements, warnings } = draft;
  const others = listIn(vulnerability, 'ids').map((id) => memberIn(id, 'text'));
  const ids = parseVulnerabilityIds([memberIn(vulnerability, 'cve'), ...others]);
  if (ids.length === 0) return warnings.add('vulnerability-missing', `${path}/cve`);
  const facts = collectFacts(vulnerability);
  const seen = new Set<string>();
  for (const [name, status] of STATUSES) {
    const listed = listIn(memberIn(vulnerability, 'product_status'), name);
    for (const [i, id] of listed.entries()) {
      const place = `${path}/product_status/${name}/${i}`;
      const target = toTarget(typeof id === 'string' ? products.get(id) : undefined);
      if (target === undefined || typeof id !== 'string') {
        warnings.add('target-unreadable', place);
        continue;
      }
      // Architectures and repositories of one package are one target.
      const key = JSON.stringify([status, target.product, target.component]);
      if (seen.has(key)) continue;
      seen.add(key);
      const claim = toClaim(status, facts(id), place, warnings);
      statements.add({ ids, target, ...claim, at, author });
    }
  }
}

interface ProductFacts {
  /** Label of the flag of the product. */
  readonly flag: string | undefined;
  readonly impact: string | null;
  readonly remediations: readonly { readonly category: string; readonly details: string | null }[];
}

/** Flags, threats and remediations are lists with the products that they are about; without products they are about all. */
function collectFacts(vulnerability: unknown): (id: string) => ProductFacts {
  const flags = index(listIn(vulnerability, 'flags'));
  const threats = index(listIn(vulnerability, 'threats').filter((each) => textIn(each, 'category') === 'impact'));
  const remediations = index(listIn(vulnerability, 'remediations'));
  return (id) => ({
    flag: flags(id).map((each) => textIn(each, 'label'))[0],
    impact: threats(id).map((each) => freeTextIn(each, 'details'))[0] ?? null,
    remediations: remediations(id).map((each) => ({
      category: textIn(each, 'category') ?? '',
      details: freeTextIn(each, 'details'),
    })),
  });
}

function index(values: readonly unknown[]): (id: string) => readonly unknown[] {
  const byProduct = new Map<unknown, unknown[]>();
  const general: unknown[] = [];
  for (const value of values) {
    const ids = listIn(value, 'product_ids');
    if (ids.length === 0 && listIn(value, 'group_ids').length === 0) general.push(value);
    for (const id of ids) {
      const known = byProduct.get(id);
      if (known === undefined) byProduct.set(id, [value]);
      else known.push(value);
    }
  }
  return (id) => [...(byProduct.get(id) ?? []), ...general];
}

const RESPONSES: Readonly<Record<string, VexResponse>> = {
  vendor_fix: 'update',
  workaround: 'workaround_available',
  no_fix_planned: 'will_not_fix',
  none_available: 'can_not_fix',
};

function toClaim(
  status: OpenVexStatus,
  { flag, impact, remediations }: ProductFacts,
  path: string,
  warnings: VexWarnings,
): Omit<VexStatement, 'ids' | 'target' | 'at' | 'author'> {
  const justification = findTerm(OPENVEX_JUSTIFICATIONS, flag);
  if (flag !== undefined && justification === undefined) warnings.add('justification-unknown', path);
  const isNotAffected = status === 'not_affected';
  // The impact of an affected product is a rating, and not a reason.
  const detail = isNotAffected ? impact : null;
  if (isNotAffected && justification === undefined && detail === null) warnings.add('not-justified', path);
  const responses = remediations.flatMap(({ category }) =>
    Object.hasOwn(RESPONSES, category) ? (RESPONSES[category] ?? []) : [],
  );
  return {
    state: STATE_OF_STATUS[status],
    justification: isNotAffected && justification !== undefined ? IMPORTED_JUSTIFICATIONS[justification] : null,
    response: status === 'affected' ? [...new Set(responses)] : [],
    detail,
    actionStatement: status === 'affected' ? (remediations[0]?.details ?? null) : null,
    verbatim: { format: 'csaf', status, justification: isNotAffected ? (justification ?? null) : null },
  };
}

/**
 * Undefined if the target cannot be found in an SBOM. A component of a product that has only a CPE is one only as an exact
 * version: without it, a statement about the package of one release would apply to all other releases and products.
 */
function toTarget(product: CsafProduct | undefined): VexTarget | undefined {
  const own = toUsablePurl(product?.purl);
  if (own === undefined) return undefined;
  const of = toUsablePurl(product?.of?.purl);
  if (of !== undefined) return { product: of, component: own, bomLink: null, versions: [] };
  const isExact = product?.of === undefined || parsePurl(own).purl?.version !== undefined;
  return isExact ? { product: own, component: null, bomLink: null, versions: [] } : undefined;
}

function toUsablePurl(purl: string | undefined): string | undefined {
  return purl !== undefined && purl.length <= LIMITS.purlBytesMax && isPurl(purl) ? purl : undefined;
}
