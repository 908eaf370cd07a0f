/**
 * Completeness of the document. A stated gap makes the graph partial:
 *
 * - `incomplete` and its variants, for the whole document or for assemblies or dependencies of something that it lists;
 * - `unknown` for the subject.
 *
 * `complete` does not outweigh unreachable components, but it is recorded: for the whole document, or for the dependencies of the
 * subject if no other part is stated as less. cyclonedx-gomod writes `unknown` for every dependency of the main module, so it is
 * ignored for other components, and so is `not_specified`.
 * https://cyclonedx.org/docs/1.7/json/#compositions
 */
import { elementsIn, listIn, textIn } from '../untrusted-value.ts';
import type { References } from './references.ts';
import { SUBJECT, type InventoryDraft } from '../draft/inventory-draft.ts';

/** Must run after everything that can be referenced. */
export function parseCompositions(document: unknown, draft: InventoryDraft, references: References): void {
  let isWhole = false;
  let isLess = false;
  for (const composition of elementsIn(document, 'compositions')) {
    if (hasStatedGap(composition, references)) draft.isIncomplete = true;
    if (textIn(composition, 'aggregate') === 'complete') isWhole ||= isForWholeDocument(composition, references);
    else isLess = true;
  }
  draft.isStatedComplete = isWhole && !isLess && !draft.isIncomplete;
}

function isForWholeDocument(composition: unknown, references: References): boolean {
  const parts = PARTS.flatMap((name) => listIn(composition, name));
  if (parts.length === 0) return true;
  return listIn(composition, 'dependencies').some((ref) => references.find(ref) === SUBJECT);
}

const PARTS = ['assemblies', 'dependencies', 'vulnerabilities'];

function hasStatedGap(composition: unknown, references: References): boolean {
  const aggregate = textIn(composition, 'aggregate') ?? '';
  const parts = [...listIn(composition, 'assemblies'), ...listIn(composition, 'dependencies')];
  if (aggregate === 'unknown') return parts.some((ref) => references.find(ref) === SUBJECT);
  if (!aggregate.startsWith('incomplete')) return false;
  if (parts.length > 0) return parts.some((ref) => typeof references.find(ref) === 'number');
  // A composition of vulnerabilities says nothing about the graph.
  return listIn(composition, 'vulnerabilities').length === 0;
}
