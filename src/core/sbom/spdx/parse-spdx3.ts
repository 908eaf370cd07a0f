/**
 * Parses SPDX 3.0 as JSON-LD. Packages are components, including AI models, data sets and the subject. Files are only counted.
 * Two passes, because the elements of the graph are in any order: the first records the targets of references.
 * https://spdx.github.io/spdx-spec/v3.0.1/
 */
import { memberIn } from '../../json/members.ts';
import { textIn, listOf } from '../untrusted-value.ts';
import type { Inventory } from '../inventory.ts';
import { isCollectionTerm, isPackageTerm } from '../scan/element-term.ts';
import { InventoryDraft } from '../draft/inventory-draft.ts';
import { isNoAssertion, kindOf, memberOf, referenceOf, termIn, toLocalName } from './spdx-notation.ts';
import { graphOf, Spdx3Index, type Target } from './spdx3-index.ts';
import { toRawSpdx3Package } from './spdx3-package.ts';
import { findRelationshipMeaning, isOwnership } from './spdx-relationships.ts';
import { fitFreeText } from '../draft/fit-text.ts';
import { LIMITS } from '../../limits.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';

/** `path` is the JSON pointer of the document. */
export function parseSpdx3(document: unknown, path: string): Inventory {
  const index = new Spdx3Index(document);
  const draft = new InventoryDraft();
  const context: ParseContext = { index, draft };
  const isGraph = memberIn(document, '@graph') !== undefined;
  for (const [i, element] of graphOf(document).entries()) {
    parseElement(element, isGraph ? `${path}/@graph/${i}` : path, context);
  }
  draft.propagateScopes();
  return draft.toInventory(index.listTools());
}

interface ParseContext {
  readonly index: Spdx3Index;
  readonly draft: InventoryDraft;
}

function parseElement(element: unknown, path: string, context: ParseContext): void {
  const kind = kindOf(element);
  const { draft } = context;
  const isCreation = kind === 'CreationInfo';
  const creation = isCreation ? element : memberIn(element, 'creationInfo');
  draft.checkTimestamp(memberIn(creation, 'created'), `${path}${isCreation ? '' : '/creationInfo'}/created`);

  if (isPackageTerm(kind)) parsePackage(element, path, context);
  else if (kind === 'File') draft.fileCount += 1;
  else if (isCollectionTerm(kind)) parseCollection(element, path, context);
  else if (memberIn(element, 'relationshipType') !== undefined) parseRelationship(element, path, context);
}

function parsePackage(element: unknown, path: string, { draft, index }: ParseContext): void {
  const name = memberIn(element, 'name');
  if (typeof name === 'string') draft.addComponent(toRawSpdx3Package(element, name, index), path);
  else draft.warnings.add('COMPONENT_UNREADABLE', path);
}

function parseCollection(element: unknown, path: string, context: ParseContext): void {
  parseRoots(memberIn(element, 'rootElement'), path, context);
  for (const type of listOf(memberOf(element, 'software', 'sbomType'))) {
    const word = typeof type === 'string' ? toLocalName(type) : '';
    if (SBOM_TYPES.has(word)) context.draft.phases.add(word);
  }
}

// https://spdx.github.io/spdx-spec/v3.0.1/model/Software/Vocabularies/SbomType/
const SBOM_TYPES: ReadonlySet<string> = new Set(['analyzed', 'build', 'deployed', 'design', 'runtime', 'source']);

/** A collection among the roots is not followed: it states its own roots. */
function parseRoots(roots: unknown, path: string, context: ParseContext): void {
  for (const root of listOf(roots)) {
    const node = resolveReference(root, path, context);
    if (typeof node === 'number') context.draft.addRoot(node);
  }
}

function parseRelationship(relationship: unknown, path: string, context: ParseContext): void {
  const { draft } = context;
  parseVulnerabilityClaim(relationship, path, context);
  if (isOwnership(textIn(relationship, 'relationshipType'), textIn(relationship, 'comment'))) {
    parseOwnership(relationship, path, context);
    return;
  }
  const meaning = findRelationshipMeaning(textIn(relationship, 'relationshipType'));
  if (meaning === undefined) return;
  const from = resolveReference(memberIn(relationship, 'from'), path, context);
  if (meaning.kind === 'describes') {
    if (!meaning.isReversed && from === 'collection') parseRoots(memberIn(relationship, 'to'), path, context);
    return;
  }
  if (termIn(relationship, 'completeness') === 'incomplete') draft.isIncomplete = true;
  const type = termIn(relationship, 'relationshipType');
  const stated = ALWAYS_INSIDE.has(type) ? undefined : LIFECYCLE_SCOPES.get(termIn(relationship, 'scope'));
  const scope = stated ?? meaning.scope;
  for (const target of listOf(memberIn(relationship, 'to'))) {
    const to = resolveReference(target, path, context);
    if (typeof from !== 'number' || typeof to !== 'number') continue;
    const [first, second] = meaning.isReversed ? [to, from] : [from, to];
    draft.addScopedEdge(first, second, scope);
    if (meaning.isInside) draft.addContainment(first, second);
  }
}

function parseOwnership(relationship: unknown, path: string, context: ParseContext): void {
  const owner = resolveReference(memberIn(relationship, 'from'), path, context);
  for (const target of listOf(memberIn(relationship, 'to'))) {
    const owned = resolveReference(target, path, context);
    if (typeof owner === 'number' && typeof owned === 'number') context.draft.addContainment(owner, owned);
  }
}

// Elements linked at build time are part of the software at runtime.
const ALWAYS_INSIDE: ReadonlySet<string | undefined> = new Set(['contains', 'hasStaticLink', 'generates']);

// https://spdx.github.io/spdx-spec/v3.0.1/model/Core/Vocabularies/LifecycleScopeType/; `other` is ignored.
const LIFECYCLE_SCOPES: ReadonlyMap<string | undefined, ComponentScope> = new Map<string, ComponentScope>([
  ['runtime', 'required'],
  ['build', 'build'],
  ['design', 'development'],
  ['development', 'development'],
  ['test', 'test'],
]);

/** Undefined if the reference is dangling, with a warning, or if it means no value, without one. */
function resolveReference(value: unknown, path: string, { draft, index }: ParseContext): Target | undefined {
  const target = index.find(value);
  if (target === undefined && !isNoAssertion(referenceOf(value) ?? '')) draft.warnings.add('REFERENCE_DANGLING', path);
  return target;
}

/** In CycloneDX terms, like all claims. */
const STATES: ReadonlyMap<string | undefined, string> = new Map([
  ['VexAffectedVulnAssessmentRelationship', 'exploitable'],
  ['VexFixedVulnAssessmentRelationship', 'resolved'],
  ['VexNotAffectedVulnAssessmentRelationship', 'not_affected'],
  ['VexUnderInvestigationVulnAssessmentRelationship', 'in_triage'],
]);

/**
 * Security profile: relationships from a vulnerability to the elements that it affects or does not affect. Scores and exploit
 * catalogs are assessments too, but claim nothing about the software.
 * https://spdx.github.io/spdx-spec/v3.0.1/model/Security/Security/
 */
function parseVulnerabilityClaim(relationship: unknown, path: string, context: ParseContext): void {
  const from = memberIn(relationship, 'from');
  const to = listOf(memberIn(relationship, 'to'));
  const state = STATES.get(kindOf(relationship));
  if (state !== undefined) {
    addClaim({ vulnerability: from, products: to, state }, relationship, path, context);
  } else if (termIn(relationship, 'relationshipType') === 'hasAssociatedVulnerability') {
    for (const vulnerability of to) {
      addClaim({ vulnerability, products: [from], state: undefined }, relationship, path, context);
    }
  }
}

interface StatedClaim {
  readonly vulnerability: unknown;
  readonly products: readonly unknown[];
  readonly state: string | undefined;
}

function addClaim(
  { vulnerability, products, state }: StatedClaim,
  relationship: unknown,
  path: string,
  context: ParseContext,
): void {
  const { draft, index } = context;
  const fit = (text: unknown, charactersMax: number): string | undefined =>
    fitFreeText(text, { charactersMax, path, warnings: draft.warnings });
  const id = fit(index.findVulnerability(vulnerability), LIMITS.advisoryIdCharactersMax);
  if (id === undefined) return;
  const word = (name: string): unknown => memberOf(relationship, 'security', name);
  const justification = word('justificationType');
  draft.addClaim(
    {
      id,
      source: fit(index.findName(memberIn(relationship, 'suppliedBy')), LIMITS.nameCharactersMax),
      components: draft.limitAffected(findProducts(products, path, context), path),
      state,
      justification: fit(
        typeof justification === 'string' ? toLocalName(justification) : undefined,
        LIMITS.nameCharactersMax,
      ),
      detail: fit(
        word('impactStatement') ?? word('actionStatement') ?? word('statusNotes'),
        LIMITS.detailTextCharactersMax,
      ),
    },
    path,
  );
}

function* findProducts(products: readonly unknown[], path: string, { draft, index }: ParseContext): Iterable<unknown> {
  for (const product of products) {
    const node = index.find(product);
    if (node === undefined && !isNoAssertion(referenceOf(product) ?? '')) draft.addDanglingClaim(path);
    yield node;
  }
}
