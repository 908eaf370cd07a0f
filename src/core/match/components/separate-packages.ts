/**
 * Finds listed components that are not packages of their own, so that there is nothing to check: they group components that are
 * listed themselves, are part of one, or contain no program. They count for no coverage, and lists still show them with a reason.
 * Only components without an identity are looked at, so that nothing that can be checked is left out.
 */
import { findDistribution } from '../../identity/distro/distributions.ts';
import { toAsciiLower } from '../../identity/identifier-text.ts';
import { parsePurl } from '../../identity/purl/purl.ts';
import { toAdjacency, type Adjacency } from '../../sbom/graph/dependency-graph.ts';
import type { Component, Inventory } from '../../sbom/inventory.ts';
import type { CannotAssessReason } from '../../vocabulary/package.ts';
import type { IdentifiedPackage } from '../identify-package.ts';

type Source = Pick<Inventory, 'components' | 'edges' | 'roots'>;

/** `identified` is in the order of the components. */
export function markPartsAndGroups(
  { components, edges, roots }: Source,
  identified: readonly IdentifiedPackage[],
): readonly IdentifiedPackage[] {
  if (identified.every((each) => each.package !== undefined)) return identified;
  const usedBy = toAdjacency(components.length + 1, edges, 'to');
  const holders = findHolders(usedBy, identified);
  const modules = new Set(identified.flatMap(({ package: found }) => (found ? modulePathOf(found) : [])));
  const named = new Set(roots);
  return identified.map((each, index) => {
    const component = components[index];
    if (component === undefined || each.package !== undefined) return each;
    const isPart =
      isWithoutProgram(component) ||
      (holders[index] === 1 && (isGroup(component) || (named.has(index) && isUnnamed(component)))) ||
      (component.type === 'source' && isUnnamed(component) && isUsedByPackage(usedBy.of(index + 1), identified)) ||
      (each.reason === 'no-version' && isInModule(component, modules));
    return isPart ? NOT_A_PACKAGE : each;
  });
}

const REASON: CannotAssessReason = 'not-a-package';
const NOT_A_PACKAGE: IdentifiedPackage = { keys: [], reason: REASON };

function isUnnamed({ purls, cpes }: Component): boolean {
  return purls.length === 0 && cpes.length === 0;
}

// The tools `bom` and `tern` list the layers of an image as packages, named by their digests.
const LAYER = /^(?:sha256:)?[0-9a-f]{64}$/;
const TYPES_WITHOUT_PROGRAM: ReadonlySet<string> = new Set(['cryptographic-asset', 'data']);

function isWithoutProgram(component: Component): boolean {
  if (!isUnnamed(component)) return false;
  const { type, name, version } = component;
  if (type === 'operating-system') return findDistribution(name) !== undefined;
  return TYPES_WITHOUT_PROGRAM.has(type) || (version === undefined && LAYER.test(name));
}

const IMAGE_TYPES: ReadonlySet<string> = new Set(['oci', 'docker']);

/** Images, and the lockfiles and binaries under which tools list packages. An image without listed content is not checked. */
function isGroup(component: Component): boolean {
  const { type, version, purls } = component;
  if (purls.length > 0) return purls.every((text) => IMAGE_TYPES.has(parsePurl(text).purl?.type ?? ''));
  return isUnnamed(component) && (type === 'container' || (type === 'application' && version === undefined));
}

/** Returns 1 for each component from which edges lead to a package. Node 1 of the graph is the first component. */
function findHolders(usedBy: Adjacency, identified: readonly IdentifiedPackage[]): Uint8Array {
  const holders = new Uint8Array(identified.length);
  const open = identified.flatMap((each, index) => (each.package === undefined ? [] : [index]));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const node of usedBy.of(next + 1)) {
      if (node === 0 || holders[node - 1] === 1) continue;
      holders[node - 1] = 1;
      open.push(node - 1);
    }
  }
  return holders;
}

/** Clair lists the source of each installed package beside it. */
function isUsedByPackage(users: Iterable<number>, identified: readonly IdentifiedPackage[]): boolean {
  for (const node of users) if (identified[node - 1]?.package !== undefined) return true;
  return false;
}

function modulePathOf({ identity: { family, name } }: NonNullable<IdentifiedPackage['package']>): readonly string[] {
  return family === 'Go' ? [name] : [];
}

const MAJOR = /^v[0-9]{1,4}$/;

/**
 * Whether a Go package without a version belongs to a module that the document lists with one: `k8s.io/api/node/v1` to
 * `k8s.io/api`. Another major version is another module: `example.org/x/v2/log` does not belong to `example.org/x`.
 */
function isInModule({ purls }: Component, modules: ReadonlySet<string>): boolean {
  return purls.every((text) => {
    const { purl } = parsePurl(text);
    if (purl?.type !== 'golang') return false;
    const path = toAsciiLower([purl.namespace, purl.name, purl.subpath].filter((part) => part !== undefined).join('/'));
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      if (modules.has(path.slice(0, end))) return !MAJOR.test(path.slice(end + 1).split('/', 1)[0] ?? '');
    }
    return false;
  });
}
