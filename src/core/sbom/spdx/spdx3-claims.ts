/**
 * Security profile of SPDX 3: relationships from a vulnerability to the elements that it affects or does not affect.
 * https://spdx.github.io/spdx-spec/v3.0.1/model/Security/Security/
 */
import { memberIn } from '../../json/members.ts';
import { LIMITS } from '../../limits.ts';
import { textIn } from '../untrusted-value.ts';
import { fitClaimText } from '../draft/claim-text.ts';
import type { InventoryDraft } from '../draft/inventory-draft.ts';
import { isNoAssertion, kindOf, listOf, memberOf, referenceOf } from './spdx3-element.ts';
import type { Spdx3Index } from './spdx3-index.ts';
import { toLocalName } from './spdx-notation.ts';

/** In CycloneDX terms, like all claims. */
const STATES: ReadonlyMap<string | undefined, string> = new Map([
  ['VexAffectedVulnAssessmentRelationship', 'exploitable'],
  ['VexFixedVulnAssessmentRelationship', 'resolved'],
  ['VexNotAffectedVulnAssessmentRelationship', 'not_affected'],
  ['VexUnderInvestigationVulnAssessmentRelationship', 'in_triage'],
]);
const HAS_ASSOCIATED_VULNERABILITY = 'hasAssociatedVulnerability';

/** Scores and exploit catalogs are assessments too, but claim nothing about the software. */
export function parseVulnerabilityClaim(
  relationship: unknown,
  path: string,
  draft: InventoryDraft,
  index: Spdx3Index,
): void {
  const from = memberIn(relationship, 'from');
  const to = listOf(memberIn(relationship, 'to'));
  const state = STATES.get(kindOf(relationship));
  if (state !== undefined) {
    addClaim({ vulnerability: from, products: to, state }, relationship, path, draft, index);
  } else if (toLocalName(textIn(relationship, 'relationshipType') ?? '') === HAS_ASSOCIATED_VULNERABILITY) {
    for (const vulnerability of to) {
      addClaim({ vulnerability, products: [from], state: undefined }, relationship, path, draft, index);
    }
  }
}

interface Stated {
  readonly vulnerability: unknown;
  readonly products: readonly unknown[];
  readonly state: string | undefined;
}

function addClaim(
  { vulnerability, products, state }: Stated,
  relationship: unknown,
  path: string,
  draft: InventoryDraft,
  index: Spdx3Index,
): void {
  const fit = (text: unknown, charactersMax: number): string | undefined =>
    fitClaimText(text, { charactersMax, path, warnings: draft.warnings });
  const id = fit(index.findVulnerability(vulnerability), LIMITS.advisoryIdCharactersMax);
  if (id === undefined) return;
  const word = (name: string): unknown => memberOf(relationship, 'security', name);
  const justification = word('justificationType');
  draft.addClaim(
    {
      id,
      source: fit(index.findName(memberIn(relationship, 'suppliedBy')), LIMITS.nameCharactersMax),
      components: findProducts(products, path, draft, index),
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

function findProducts(
  products: readonly unknown[],
  path: string,
  draft: InventoryDraft,
  index: Spdx3Index,
): readonly number[] {
  const nodes = new Set<number>();
  for (const product of products) {
    const node = index.find(product);
    if (node === undefined && !isNoAssertion(referenceOf(product) ?? '')) draft.addDanglingClaim(path);
    if (typeof node !== 'number' || nodes.has(node)) continue;
    if (nodes.size === LIMITS.componentsPerClaimMax) {
      draft.warnings.add('CLAIMS_CUT', path);
      break;
    }
    nodes.add(node);
  }
  return [...nodes];
}
