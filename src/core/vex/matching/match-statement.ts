/**
 * Decides whether a statement matches a finding: the same vulnerability, and the same component or a product that contains it.
 * The vulnerability alone never matches, because a statement about one package is not valid for another.
 */
import {
  matchesPurl,
  toComparedPurl,
  type ComparedPurl,
  prepareSubject,
  type PreparedSubject,
  type VexSubject,
} from './vex-subject.ts';
import { findProduct, toProduct, type Product } from './product.ts';
import type { VexStatement, VexTarget } from '../vex-statement.ts';
import { EFFECT_OF_STATE, findTerm } from '../vex-mapping.ts';
import { VEX_STATES } from '../../vocabulary/vex.ts';
import { rangeContains } from './vers-range.ts';

export function matchStatement(statement: VexStatement, subject: VexSubject): boolean {
  return matchPrepared(prepareStatement(statement), prepareSubject(subject));
}

/** A statement with its target already parsed, for matching with many findings. */
export interface PreparedStatement {
  readonly statement: VexStatement;
  readonly component: ComparedPurl | undefined;
  readonly product: Product | undefined;
  /** The target cannot be parsed, so the statement matches nothing. */
  readonly isUnreadable: boolean;
  readonly isDismissal: boolean;
}

export function prepareStatement(statement: VexStatement): PreparedStatement {
  const { component: purl, product, bomLink } = statement.target;
  const component = purl === null ? undefined : toComparedPurl(purl);
  const state = findTerm(VEX_STATES, statement.state);
  return {
    statement,
    component,
    product: product === null ? undefined : toProduct(product),
    isUnreadable: (purl !== null && component === undefined) || (purl === null && product === null && bomLink === null),
    isDismissal: state !== undefined && EFFECT_OF_STATE[state] === 'dismiss',
  };
}

export function matchPrepared(prepared: PreparedStatement, subject: PreparedSubject): boolean {
  const { statement, component, isUnreadable, isDismissal } = prepared;
  if (isUnreadable || !statement.ids.some((id) => subject.ids.has(id))) return false;
  const own = findTarget(prepared, subject);
  if (own === undefined) return false;
  const isPinned = component?.purl.version !== undefined || statement.target.bomLink !== null;
  return matchVersions(statement.target.versions, { own, isDismissal, isPinned });
}

/** Returns the version names of the target, or undefined if the statement has a different target. */
function findTarget(
  { statement, component, product }: PreparedStatement,
  subject: PreparedSubject,
): readonly string[] | undefined {
  const { bomLink } = statement.target;
  if (bomLink !== null) return findLinked(bomLink, subject);
  if (component === undefined) return product && findProduct(product, subject, true);
  if (product !== undefined && findProduct(product, subject, false) === undefined) return undefined;
  return subject.purls.some((own) => matchesPurl(component, own, subject.versions)) ? subject.versions : undefined;
}

function findLinked(
  link: NonNullable<VexTarget['bomLink']>,
  { documents, versions, service }: PreparedSubject,
): readonly string[] | undefined {
  for (const { serialNumber, version, refs, root } of documents) {
    if (serialNumber !== link.serialNumber) continue;
    if (link.version !== null && version !== null && link.version !== version) continue;
    if (refs.includes(link.ref)) return versions;
    if (root?.ref === link.ref) return [...service.versions, ...(root.version === null ? [] : [root.version])];
  }
  return undefined;
}

interface VersionCheck {
  /** Names of the version: the one of the component, or those of the service and its images. */
  readonly own: readonly string[];
  readonly isDismissal: boolean;
  /** The target of the statement already includes this version. */
  readonly isPinned: boolean;
}

/**
 * Decides whether a statement with version limits applies to a version. Documents use `status` in two ways: to list the
 * versions that the statement is valid for, and to repeat which versions the vulnerability affects, beside an analysis of a
 * component that is named with its version. If neither interpretation is certain, nothing is dismissed.
 */
export function matchVersions(versions: VexTarget['versions'], { own, isDismissal, isPinned }: VersionCheck): boolean {
  if (versions.length === 0) return true;
  const statuses = new Set<VexTarget['versions'][number]['status']>();
  for (const { version, range, status } of versions) {
    const isMeant =
      version === undefined ? own.some((each) => rangeContains(range ?? '', each)) : own.includes(version);
    if (isMeant) statuses.add(status);
  }
  if (statuses.size === 0) return false;
  if (!isDismissal) return statuses.has('affected') || statuses.has('unknown');
  if (statuses.has('unknown')) return false;
  if (!statuses.has('affected') || isPinned) return true;
  // Without a version that is marked as unaffected, the list only limits the scope of the statement.
  return !versions.some(({ status }) => status === 'unaffected');
}
