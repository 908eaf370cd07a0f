/**
 * First pass over an SPDX 3 graph, whose elements are in any order and refer to each other. It records the ids, and the texts
 * that packages take from other elements (names of agents, licenses, identifiers), so that the second pass can parse each element
 * alone. Relationships are not kept, because there may be millions.
 */
import { uniqueSorted } from '../../collections/text-lists.ts';
import { memberIn } from '../../json/members.ts';
import { elementsIn, listIn, textIn, type UntrustedList, listOf } from '../untrusted-value.ts';
import { isCollectionTerm, isPackageTerm } from '../scan/element-term.ts';
import {
  idOf,
  kindOf,
  listIdentifiers,
  referenceOf,
  toAgentName,
  isNoAssertion,
  memberOf,
  toLocalName,
  omitNoAssertion,
} from './spdx-notation.ts';

/** Target of an id: the node of a package, a document or collection, or anything else. */
export type Target = number | 'collection' | 'something-else';

/** Microsoft's tool still uses this id for the document in SPDX 3, whatever the id of its SpdxDocument is. */
const OLD_DOCUMENT_ID = 'SPDXRef-DOCUMENT';
const AGENTS: ReadonlySet<string | undefined> = new Set(['Agent', 'Organization', 'Person', 'SoftwareAgent', 'Tool']);

export class Spdx3Index {
  readonly licenses: LicenseIndex;
  private readonly ids: Spdx3Ids;
  private readonly targets = new Map<string, Target>();
  private readonly names = new Map<string, string>();
  private readonly identifiers = new Map<string, unknown>();
  private readonly vulnerabilities = new Map<string, string>();
  private readonly tools = new Set<unknown>();
  private packageCount = 0;

  constructor(document: unknown) {
    this.ids = new Spdx3Ids(document);
    this.licenses = new LicenseIndex(this.ids);
    for (const element of graphOf(document)) this.addElement(element);
    this.define(OLD_DOCUMENT_ID, 'collection');
  }

  find(value: unknown): Target | undefined {
    return this.lookUp(this.targets, value);
  }

  /** Name of the first agent that has one. */
  findName(agents: unknown): string | undefined {
    for (const agent of listOf(agents)) {
      const name = toAgentName(textIn(agent, 'name')) ?? this.lookUp(this.names, agent);
      if (name !== undefined) return name;
    }
    return undefined;
  }

  /** Identifiers are embedded in the package; one tool lists them as elements. */
  findIdentifier(value: unknown): unknown {
    return typeof value === 'string' ? this.identifiers.get(this.ids.expand(value)) : value;
  }

  /** The CVE id of a vulnerability, or its name. */
  findVulnerability(value: unknown): string | undefined {
    return vulnerabilityOf(value) ?? this.lookUp(this.vulnerabilities, value);
  }

  /** Sorted: a document may have many CreationInfo elements, which have no order. */
  listTools(): readonly { readonly name: string }[] {
    const names = [...this.tools].map((tool) => this.findName(tool)).filter((name) => name !== undefined);
    return uniqueSorted(names).map((name) => ({ name }));
  }

  /** `value` is an id or an embedded element. */
  private lookUp<Found>(table: ReadonlyMap<string, Found>, value: unknown): Found | undefined {
    const id = referenceOf(value);
    return id === undefined ? undefined : table.get(this.ids.expand(id));
  }

  private addElement(element: unknown): void {
    const kind = kindOf(element);
    const id = idOf(element);
    this.addTools(kind === 'CreationInfo' ? element : memberIn(element, 'creationInfo'));
    if (isPackageTerm(kind)) return this.addPackage(element, id);
    if (memberIn(element, 'relationshipType') !== undefined) return this.licenses.addRelationship(element);
    if (kind === 'SpdxDocument') this.addImports(element);
    if (id === undefined) return;

    this.define(id, isCollectionTerm(kind) ? 'collection' : 'something-else');
    this.licenses.addElement(element, kind, id);
    const key = this.ids.expand(id);
    const name = AGENTS.has(kind) ? toAgentName(textIn(element, 'name')) : undefined;
    if (name !== undefined) this.names.set(key, name);
    if (kind === 'ExternalIdentifier') this.identifiers.set(key, element);
    const vulnerability = kind === 'Vulnerability' ? vulnerabilityOf(element) : undefined;
    if (vulnerability !== undefined) this.vulnerabilities.set(key, vulnerability);
  }

  // The second pass assigns nodes in the same order.
  private addPackage(element: unknown, id: string | undefined): void {
    const isReadable = typeof memberIn(element, 'name') === 'string';
    if (id !== undefined) this.define(id, isReadable ? this.packageCount : 'something-else');
    if (isReadable) this.packageCount += 1;
  }

  /** Elements of another document are valid targets, although they are not listed here. */
  private addImports(element: unknown): void {
    for (const external of listIn(element, 'import')) {
      const id = textIn(external, 'externalSpdxId');
      if (id !== undefined) this.define(id, 'something-else');
    }
  }

  private addTools(creation: unknown): void {
    for (const tool of listOf(memberIn(creation, 'createdUsing'))) this.tools.add(tool);
  }

  private define(id: string, target: Target): void {
    const key = this.ids.expand(id);
    // An imported id may be that of an element of this document.
    if (!this.targets.has(key) || (this.targets.get(key) === 'something-else' && target !== 'something-else')) {
      this.targets.set(key, target);
    }
  }
}

/** The elements; a document without a graph is its only element. */
export function graphOf(document: unknown): UntrustedList {
  return memberIn(document, '@graph') === undefined ? [document] : elementsIn(document, '@graph');
}

function vulnerabilityOf(element: unknown): string | undefined {
  for (const identifier of listIdentifiers(element)) {
    const type = textIn(identifier, 'externalIdentifierType');
    if (type?.toLowerCase().endsWith('cve') === true) return textIn(identifier, 'identifier');
  }
  return kindOf(element) === 'Vulnerability' ? textIn(element, 'name') : undefined;
}

type LicenseKind = 'concluded' | 'declared';

const KINDS: ReadonlyMap<string, LicenseKind> = new Map([
  ['hasConcludedLicense', 'concluded'],
  ['hasDeclaredLicense', 'declared'],
  // Written by Microsoft's tool.
  ['HAS_CONCLUDED_LICENSE', 'concluded'],
  ['HAS_DECLARED_LICENSE', 'declared'],
]);
/** A license such as https://spdx.org/licenses/MIT needs no element. */
const LIST_OF_LICENSES = 'spdx.org/licenses/';

/** Licenses of SPDX 3 packages: a relationship leads from the package to the element with the license. */
class LicenseIndex {
  private readonly ids: Spdx3Ids;
  private readonly texts = new Map<string, string>();
  private readonly licenses: Readonly<Record<LicenseKind, Map<string, unknown[]>>> = {
    concluded: new Map(),
    declared: new Map(),
  };

  constructor(ids: Spdx3Ids) {
    this.ids = ids;
  }

  addElement(element: unknown, kind: string | undefined, id: string): void {
    const text = textOf(element, kind);
    if (text !== undefined) this.texts.set(this.ids.expand(id), text);
  }

  addRelationship(relationship: unknown): void {
    const kind = KINDS.get(toLocalName(textIn(relationship, 'relationshipType') ?? ''));
    const from = referenceOf(memberIn(relationship, 'from'));
    if (kind === undefined || from === undefined) return;
    const key = this.ids.expand(from);
    const known = this.licenses[kind].get(key) ?? [];
    this.licenses[kind].set(key, known);
    known.push(...listOf(memberIn(relationship, 'to')));
  }

  /** The concluded license takes precedence over the declared one. */
  find(id: string): readonly string[] {
    const key = this.ids.expand(id);
    const concluded = this.resolve(this.licenses.concluded.get(key));
    return concluded.length > 0 ? concluded : this.resolve(this.licenses.declared.get(key));
  }

  private resolve(licenses: readonly unknown[] | undefined): readonly string[] {
    return (licenses ?? []).map((license) => this.textFor(license)).filter((text) => text !== undefined);
  }

  private textFor(license: unknown): string | undefined {
    const own = textOf(license, kindOf(license));
    if (own !== undefined) return own;
    const id = referenceOf(license);
    if (id === undefined || isNoAssertion(id)) return undefined;
    const known = this.texts.get(this.ids.expand(id));
    if (known !== undefined || !id.includes(LIST_OF_LICENSES)) return known;
    return toLocalName(id);
  }
}

/** The expression, or the best name of a license that is defined in the document. */
function textOf(element: unknown, kind: string | undefined): string | undefined {
  if (kind?.includes('License') !== true) return undefined;
  const text =
    memberOf(element, 'simplelicensing', 'licenseExpression') ??
    memberIn(element, 'licenseId') ??
    listedId(idOf(element)) ??
    memberIn(element, 'name');
  const license = omitNoAssertion(text);
  return typeof license === 'string' && license !== '' ? license : undefined;
}

function listedId(id: string | undefined): string | undefined {
  return id?.includes(LIST_OF_LICENSES) === true ? toLocalName(id) : undefined;
}

/**
 * Ids of SPDX 3 elements are IRIs, which a document may shorten with prefixes of its `@context`, sometimes inconsistently. Blank
 * nodes (`_:x`) and ids that are not IRIs stay unchanged.
 */
class Spdx3Ids {
  private readonly prefixes: ReadonlyMap<string, string>;

  constructor(document: unknown) {
    this.prefixes = new Map(listOf(memberIn(document, '@context')).flatMap(prefixesIn));
  }

  expand(id: string): string {
    if (this.prefixes.size === 0) return id;
    const colon = id.indexOf(':');
    const prefix = colon === -1 ? undefined : this.prefixes.get(id.slice(0, colon));
    return prefix === undefined || id.startsWith('//', colon + 1) ? id : `${prefix}${id.slice(colon + 1)}`;
  }
}

function prefixesIn(context: unknown): [string, string][] {
  if (typeof context !== 'object' || context === null) return [];
  return Object.entries(context).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}
