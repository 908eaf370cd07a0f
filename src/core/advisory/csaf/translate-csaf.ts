/**
 * Translates a CSAF VEX document of Red Hat, one per CVE, into a record in OSV form, which the rest of Assay understands: fixed
 * packages have a range up to the fix, packages without a fix an open range and the decision of the vendor, and packages that are
 * not affected an empty range. Only packages of Enterprise Linux are kept: other products of the vendor ship packages of the same
 * names, but no image of the distribution contains them.
 * https://redhatproductsecurity.github.io/security-data-guidelines/csaf-vex/
 */
import { parseOsvEcosystem, rulesOf } from '../../identity/ecosystems/ecosystem.ts';
import { parseProductTree, type CsafProduct } from '../../identity/csaf/product-tree.ts';
import { parsePurl } from '../../identity/purl/purl.ts';
import { isObject } from '../../json/members.ts';
import { listIn, objectIn, textIn, textsIn } from '../record-fields.ts';

export function isCsafDocument(value: unknown): boolean {
  return textIn(objectIn(value, 'document'), 'csaf_version') !== undefined;
}

type Translation =
  | { readonly record: unknown; readonly problem?: undefined }
  | { readonly record?: undefined; readonly problem: string };

/** The record is as untrusted as the document: it is parsed like every other record. */
export function translateCsafVex(value: unknown): Translation {
  const document = objectIn(value, 'document');
  if (textIn(document, 'category') !== 'csaf_vex') return { problem: 'The document is not a CSAF VEX document.' };
  const vulnerabilities = listIn(value, 'vulnerabilities');
  const [vulnerability] = vulnerabilities;
  if (vulnerabilities.length !== 1 || !isObject(vulnerability))
    return { problem: 'The document is not about exactly one vulnerability.' };
  const tracking = objectIn(document, 'tracking');
  const id = textIn(tracking, 'id');
  if (id === undefined || textIn(vulnerability, 'cve') !== id)
    return { problem: 'The id of the document is not the CVE id of its vulnerability.' };
  const record = {
    id,
    modified: textIn(tracking, 'current_release_date'),
    published: textIn(vulnerability, 'release_date') ?? textIn(tracking, 'initial_release_date'),
    summary: textIn(vulnerability, 'title') ?? textIn(document, 'title'),
    ...describe(vulnerability),
    database_specific: {
      severity: textIn(objectIn(document, 'aggregate_severity'), 'text'),
      cwe_ids: [textIn(objectIn(vulnerability, 'cwe'), 'id')].filter((cwe) => cwe !== undefined),
    },
    affected: listAffected(vulnerability, parseProductTree(objectIn(value, 'product_tree'))),
  };
  return { record };
}

function describe(vulnerability: unknown): Readonly<Record<string, unknown>> {
  const description = listIn(vulnerability, 'notes').find((note) => textIn(note, 'category') === 'description');
  const vectors = listIn(vulnerability, 'scores').flatMap((score) =>
    (['cvss_v4', 'cvss_v3', 'cvss_v2'] as const).flatMap((version) => {
      const vector = textIn(objectIn(score, version), 'vectorString');
      return vector === undefined ? [] : [{ type: `CVSS_${version.slice(-2).toUpperCase()}`, score: vector }];
    }),
  );
  const fixes = listIn(vulnerability, 'remediations').filter((each) => textIn(each, 'category') === 'vendor_fix');
  const urls = [...listIn(vulnerability, 'references'), ...fixes].flatMap((each) => textIn(each, 'url') ?? []);
  return {
    details: textIn(description, 'text'),
    severity: [...new Map(vectors.map((vector) => [vector.score, vector])).values()],
    references: [...new Set(urls)].map((url) => ({ type: 'WEB', url })),
  };
}

/** Strongest first: a document may list a package as fixed and, for another architecture or repository, in another status. */
const STATUSES = ['fixed', 'known_affected', 'under_investigation', 'known_not_affected'] as const;

/** What the vendor has decided about a package without a fix, in the words that distributions use for urgency. */
const DECISIONS: ReadonlyMap<string, string> = new Map([
  ['Will not fix', 'will-not-fix'],
  ['Out of support scope', 'end-of-life'],
  ['Fix deferred', 'deferred'],
]);
// A workaround is also listed for packages with a fix, so it decides nothing.
const NO_FIX: ReadonlySet<string> = new Set(['none_available', 'no_fix_planned']);

function listAffected(vulnerability: unknown, products: ReadonlyMap<string, CsafProduct>): readonly unknown[] {
  const statuses = objectIn(vulnerability, 'product_status');
  const decisions = decisionsOf(vulnerability);
  const affected = new Map<string, unknown>();
  const strongest = new Map<string, (typeof STATUSES)[number]>();
  for (const status of STATUSES) {
    for (const id of textsIn(statuses, status)) {
      const component = toComponent(products.get(id));
      if (component === undefined) continue;
      const { ecosystem, scope, name, streams, fixed } = component;
      const place = JSON.stringify([scope, name, streams]);
      if ((strongest.get(place) ?? status) !== status) continue;
      const bound = status === 'fixed' ? fixed : '';
      if (bound === undefined || affected.has(`${place}${bound}`)) continue;
      strongest.set(place, status);
      affected.set(`${place}${bound}`, {
        package: { ecosystem, name },
        ranges: [{ type: 'ECOSYSTEM', events: eventsFor(status, bound) }],
        ...(streams !== undefined && { ecosystem_specific: { module_streams: streams } }),
        ...(status !== 'fixed' && { database_specific: { urgency: urgencyFor(status, decisions.get(id)) } }),
      });
    }
  }
  return [...affected.values()];
}

function eventsFor(status: (typeof STATUSES)[number], fixed: string): readonly Readonly<Record<string, string>>[] {
  if (status === 'fixed') return [{ introduced: '0' }, { fixed }];
  return status === 'known_not_affected' ? [{ introduced: '0' }, { fixed: '0' }] : [{ introduced: '0' }];
}

function urgencyFor(status: (typeof STATUSES)[number], decision: string | undefined): string | undefined {
  if (status === 'under_investigation') return 'under-investigation';
  return status === 'known_affected' ? decision : undefined;
}

function decisionsOf(vulnerability: unknown): ReadonlyMap<string, string> {
  const decisions = new Map<string, string>();
  for (const remediation of listIn(vulnerability, 'remediations')) {
    const decision = DECISIONS.get(textIn(remediation, 'details') ?? '');
    if (decision === undefined || !NO_FIX.has(textIn(remediation, 'category') ?? '')) continue;
    for (const id of textsIn(remediation, 'product_ids')) decisions.set(id, decision);
  }
  return decisions;
}

interface Component extends NamedComponent {
  readonly ecosystem: string;
  /** Equal for the repositories and minor releases of one release. */
  readonly scope: string;
}

interface NamedComponent {
  readonly name: string;
  /** Undefined outside of a module; empty if the stream is not stated. */
  readonly streams: readonly string[] | undefined;
  /** Undefined if the component has no version. */
  readonly fixed: string | undefined;
}

const PRODUCT_CPE = /^cpe:\/[ao]:redhat:([a-z0-9_]+:[0-9.]+)(?:$|:)/;
const FAMILY = 'Red Hat';

/** Returns undefined for a component of another product, and for anything that is not an rpm package. */
function toComponent(product: CsafProduct | undefined): Component | undefined {
  const [, release] = PRODUCT_CPE.exec(product?.of?.cpe ?? '') ?? [];
  if (product === undefined || release === undefined) return undefined;
  const ecosystem = `${FAMILY}:${release}`;
  const place = parseOsvEcosystem(ecosystem);
  // A product outside of the distribution keeps its name as a release.
  if (place === undefined || place.release === release) return undefined;
  const named = product.purl === undefined ? parseName(product.name) : parseRpm(product.purl);
  if (named === undefined || rulesOf(FAMILY)?.distribution?.isDebug(named.name) === true) return undefined;
  // A Flatpak is not part of an image of the distribution.
  if (named.streams?.some((stream) => stream.endsWith(':flatpak')) === true) return undefined;
  return { ecosystem, scope: `${place.release} ${place.channel ?? ''}`, ...named };
}

const STREAM = /^([A-Za-z0-9_.+-]+:[A-Za-z0-9_.+-]+)(?::|$)/;
const BUILT_IN_MODULE = /\.module[+_]el[0-9]/;

function parseRpm(text: string): NamedComponent | undefined {
  const { purl } = parsePurl(text);
  if (purl?.type !== 'rpm') return undefined;
  const { version, qualifiers } = purl;
  const label = qualifiers.get('rpmmod');
  const isModular = label !== undefined || BUILT_IN_MODULE.test(version ?? '');
  const [, stream] = STREAM.exec(label ?? '') ?? [];
  return {
    name: withoutSuffix(purl.name),
    streams: isModular ? [stream].filter((each) => each !== undefined) : undefined,
    fixed: version === undefined ? undefined : `${qualifiers.get('epoch') ?? '0'}:${version}`,
  };
}

const MODULE_COMPONENT = /^([A-Za-z0-9_.+-]+:[A-Za-z0-9_.+-]+)\/([A-Za-z0-9_.+-]+)$/;
const COMPONENT = /^[A-Za-z0-9_.+-]+$/;

/** Documents before 2024 have no purl for a package without a fix: `openssl`, `postgresql:15/postgresql`. */
function parseName(text: string): NamedComponent | undefined {
  const [, stream, inModule] = MODULE_COMPONENT.exec(text) ?? [];
  if (inModule !== undefined) return { name: withoutSuffix(inModule), streams: [stream ?? ''], fixed: undefined };
  return COMPONENT.test(text) ? { name: withoutSuffix(text), streams: undefined, fixed: undefined } : undefined;
}

/** `openssl.src` is the source package of `openssl`; both are found under the same name. */
function withoutSuffix(name: string): string {
  return name.endsWith('.src') ? name.slice(0, -'.src'.length) : name;
}
