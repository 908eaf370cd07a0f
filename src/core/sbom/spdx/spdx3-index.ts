/**
 * First pass over an SPDX 3 graph, whose elements are in any order and refer to each other. It records the ids, and the texts
 * that packages take from other elements (names of agents, licenses, identifiers), so that the second pass can parse each element
 * alone. Relationships are not kept, because there may be millions.
 */
import { memberIn } from '../../json/members.ts';
import { elementsIn, listIn, textIn, type UntrustedList } from '../untrusted-value.ts';
import { isCollectionTerm, isPackageTerm } from '../scan/element-term.ts';
import { idOf, kindOf, listIdentifiers, listOf, referenceOf } from './spdx3-element.ts';
import { Spdx3Ids } from './spdx3-ids.ts';
import { LicenseIndex } from './spdx3-licenses.ts';
import { toAgentName } from './spdx-notation.ts';

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
    const id = referenceOf(value);
    return id === undefined ? undefined : this.targets.get(this.ids.expand(id));
  }

  /** Name of the first agent that has one. */
  findName(agents: unknown): string | undefined {
    for (const agent of listOf(agents)) {
      const id = referenceOf(agent);
      const name =
        toAgentName(textIn(agent, 'name')) ?? (id === undefined ? undefined : this.names.get(this.ids.expand(id)));
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
    const id = referenceOf(value);
    return vulnerabilityOf(value) ?? (id === undefined ? undefined : this.vulnerabilities.get(this.ids.expand(id)));
  }

  /** Sorted: a document may have many CreationInfo elements, which have no order. */
  listTools(): readonly { readonly name: string }[] {
    const names = [...this.tools].map((tool) => this.findName(tool)).filter((name) => name !== undefined);
    return [...new Set(names)].toSorted().map((name) => ({ name }));
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
