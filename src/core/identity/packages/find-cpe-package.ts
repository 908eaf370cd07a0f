/**
 * Identifies software by its CPEs, for components that no ecosystem or distribution covers: without a purl, with a generic one, or
 * with one of an unknown type. All CPEs are used; the document states them, and names are never made up from a name alone.
 */
import { findProgramName, listProductNames, productIn, toCpeName, withTarget, type CpeName } from '../cpe-names.ts';
import { toAsciiLower } from '../identifier-text.ts';
import type { PackageIdentity } from '../package-identity.ts';
import { parsePurl } from '../purl/purl.ts';
import { unique } from '../../collections/text-lists.ts';
import { CPE_FAMILY } from '../../vocabulary/package.ts';
import { findVersionProblem, pathsOf, type PackageClaims, type FoundPackage } from './find-packages.ts';
import type { CannotAssessReason } from '../../vocabulary/package.ts';

/** Returns undefined if nothing names a product. */
export function findCpePackage(claims: PackageClaims): FoundPackage | CannotAssessReason | undefined {
  if (claims.purls.some((text) => CONTAINERS.has(parsePurl(text).purl?.type ?? ''))) return undefined;
  const stated = (claims.cpes ?? []).map(toCpeName).filter((name) => name !== undefined);
  const names = stated.length > 0 ? stated : programIn(claims);
  const [first, ...others] = unique(names.flatMap(listKeyNames)).toSorted();
  if (first === undefined) return undefined;
  const found = versionOf(claims, names);
  if (found === undefined) return undefined;
  const { version } = found;
  const problem = findVersionProblem(version);
  if (version === undefined || problem !== undefined) return problem ?? 'no-version';
  const identity: PackageIdentity = {
    family: CPE_FAMILY,
    release: '',
    name: first,
    source: undefined,
    ...(others.length > 0 && { alsoNamed: others }),
    label: labelOf(claims) ?? productIn(first),
  };
  return { identity, version, assumptions: [] };
}

/** Their CPEs name the product that they belong to, and their content is listed beside them. */
const CONTAINERS: ReadonlySet<string> = new Set(['oci', 'docker', 'k8s', 'huggingface']);

function labelOf({ group, name }: PackageClaims): string | undefined {
  if (name === undefined || name === '') return undefined;
  return group === undefined || group === '' ? name : `${group}/${name}`;
}

function listKeyNames({ name, targetSoftware }: CpeName): readonly string[] {
  const all = listProductNames(name);
  // A record about all editions of a product also covers the one for this software.
  return targetSoftware === undefined ? all : [...all, ...all.map((each) => withTarget(each, targetSoftware))];
}

function programIn(claims: PackageClaims): readonly CpeName[] {
  const paths = pathsOf(claims);
  for (const text of claims.purls) {
    const { purl } = parsePurl(text);
    if (purl?.type !== 'generic' || purl.namespace !== undefined) continue;
    const name = findProgramName(purl.name, paths);
    if (name !== undefined)
      return [{ name, targetSoftware: undefined, version: purl.version, isVersionNotApplicable: false }];
  }
  return [];
}

// Revision of an Alpine package.
const REVISION = /-r[0-9]{1,4}$/;

/**
 * The version of the component if its CPEs agree or name none, and that of the CPEs if the component has none: with several, the
 * least, so that their order does not matter. A CPE with another version than the component is about something else.
 */
function versionOf(
  { version: own, purls }: PackageClaims,
  names: readonly CpeName[],
): { readonly version: string | undefined } | undefined {
  const stated = unique(names.flatMap(({ version }) => version ?? [])).toSorted();
  const sent = own ?? purls.flatMap((text) => parsePurl(text).purl?.version ?? []).toSorted()[0];
  if (sent === undefined || findVersionProblem(sent) === 'no-version') return { version: stated[0] };
  // Some tools write the update part only in the CPE.
  const joined = stated.find((text) => text.startsWith(`${toAsciiLower(sent)}:`));
  if (joined !== undefined) return { version: joined };
  const isAgreed = stated.length === 0 || stated.some((text) => isSameStart(numbersIn(text), numbersIn(sent)));
  return isAgreed ? { version: sent.replace(REVISION, '') } : undefined;
}

function numbersIn(version: string): readonly string[] {
  return version.match(/[0-9]+/g) ?? [];
}

function isSameStart(a: readonly string[], b: readonly string[]): boolean {
  const length = Math.min(a.length, b.length);
  return length > 0 && a.slice(0, length).every((number, at) => number === b[at]);
}
