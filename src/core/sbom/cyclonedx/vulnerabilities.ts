/** Vulnerability claims of the document itself (since 1.4). */
import { memberIn } from '../../json/members.ts';
import { LIMITS } from '../../limits.ts';
import { elementsIn, listIn } from '../untrusted-value.ts';
import type { References } from './references.ts';
import { fitClaimText } from '../draft/claim-text.ts';
import type { InventoryDraft } from '../draft/inventory-draft.ts';

/** Must run after everything that can be referenced. An entry without a vulnerability id claims nothing. */
export function parseVulnerabilities(
  document: unknown,
  path: string,
  draft: InventoryDraft,
  references: References,
): void {
  for (const [i, vulnerability] of elementsIn(document, 'vulnerabilities').entries()) {
    const place = `${path}/vulnerabilities/${i}`;
    const fit = (holder: unknown, name: string, charactersMax: number): string | undefined =>
      fitClaimText(memberIn(holder, name), { charactersMax, path: place, warnings: draft.warnings });
    const id = fit(vulnerability, 'id', LIMITS.advisoryIdCharactersMax);
    if (id === undefined) continue;
    const analysis = memberIn(vulnerability, 'analysis');
    const claim = {
      id,
      source: fit(memberIn(vulnerability, 'source'), 'name', LIMITS.nameCharactersMax),
      components: findAffected(vulnerability, place, draft, references),
      state: fit(analysis, 'state', LIMITS.nameCharactersMax),
      justification: fit(analysis, 'justification', LIMITS.nameCharactersMax),
      detail: fit(analysis, 'detail', LIMITS.detailTextCharactersMax),
    };
    draft.addClaim(claim, place);
  }
}

function findAffected(
  vulnerability: unknown,
  path: string,
  draft: InventoryDraft,
  references: References,
): readonly number[] {
  const nodes = new Set<number>();
  for (const [i, target] of listIn(vulnerability, 'affects').entries()) {
    const node = references.find(memberIn(target, 'ref'));
    if (node === undefined) draft.addDanglingClaim(`${path}/affects/${i}/ref`);
    if (typeof node !== 'number' || nodes.has(node)) continue;
    if (nodes.size === LIMITS.componentsPerClaimMax) {
      draft.warnings.add('CLAIMS_CUT', `${path}/affects`);
      break;
    }
    nodes.add(node);
  }
  return [...nodes];
}
