/**
 * What the document says about its own completeness. What tells of a gap makes the graph partial:
 *
 * - `incomplete` and its kinds, about the whole document or about assemblies or dependencies of something that it lists;
 * - `unknown` about what the document is about.
 *
 * `complete` does not make up for components that cannot be reached, but it is kept that the document says so: of the whole, or of
 * the dependencies of what it is about while nothing else is said to be less. `unknown` about other components is what
 * cyclonedx-gomod writes for every dependency of the main module, and `not_specified` says nothing.
 * https://cyclonedx.org/docs/1.7/json/#compositions
 */
import { elementsIn, listIn, textIn } from '../../foreign-value.ts';
import type { References } from './references.ts';
import { SUBJECT, type InventoryDraft } from '../inventory-draft.ts';

/** After everything that can be referred to. */
export function readCompositions(document: unknown, draft: InventoryDraft, references: References): void {
  let isWhole = false;
  let isLess = false;
  for (const composition of elementsIn(document, 'compositions')) {
    if (tellsOfGap(composition, references)) draft.isIncomplete = true;
    if (textIn(composition, 'aggregate') === 'complete') isWhole ||= isAboutAll(composition, references);
    else isLess = true;
  }
  draft.isStatedWhole = isWhole && !isLess && !draft.isIncomplete;
}

function isAboutAll(composition: unknown, references: References): boolean {
  const parts = PARTS.flatMap((name) => listIn(composition, name));
  if (parts.length === 0) return true;
  return listIn(composition, 'dependencies').some((ref) => references.find(ref) === SUBJECT);
}

const PARTS = ['assemblies', 'dependencies', 'vulnerabilities'];

function tellsOfGap(composition: unknown, references: References): boolean {
  const aggregate = textIn(composition, 'aggregate') ?? '';
  const parts = [...listIn(composition, 'assemblies'), ...listIn(composition, 'dependencies')];
  if (aggregate === 'unknown') return parts.some((ref) => references.find(ref) === SUBJECT);
  if (!aggregate.startsWith('incomplete')) return false;
  if (parts.length > 0) return parts.some((ref) => typeof references.find(ref) === 'number');
  // A statement about the list of vulnerabilities says nothing about the graph.
  return listIn(composition, 'vulnerabilities').length === 0;
}
