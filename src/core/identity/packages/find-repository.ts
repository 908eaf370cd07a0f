/**
 * Finds the git repository that a component was built from, for advisories that name only repositories: by a purl of a host of
 * repositories, by the address in a generic purl, by the name of a Conan or vcpkg package on a list, or by a link of the component.
 * The first of these that answers counts, and of several equals the first by name, so that their order does not matter.
 */
import { findListedRepository, isCollection, listRepositoryNames } from '../git/repository-names.ts';
import { parseRepositoryLocation, toRepositoryName } from '../git/repository.ts';
import { isCommit, toTagVersion } from '../git/tag-version.ts';
import type { StatedRepository } from '../package-identity.ts';
import { parsePurl, type Purl } from '../purl/purl.ts';
import { pathsOf, type PackageClaims } from './find-packages.ts';
import { unique } from '../../collections/text-lists.ts';

export interface FoundRepository {
  readonly repository: StatedRepository;
  /** The version of the component, or the tag or commit if it has none. */
  readonly version: string;
}

const TYPES = /^\s*pkg:\/*(?:github|gitlab|bitbucket|generic|conan|vcpkg)\//i;

/** Returns undefined if nothing states a repository together with a version, tag or commit. */
export function findRepository(claims: PackageClaims): FoundRepository | undefined {
  const purls = claims.purls.filter((text) => TYPES.test(text)).flatMap((text) => parsePurl(text).purl ?? []);
  const stated = [...purls.flatMap(statedBy), ...linksOf(claims, purls)];
  for (const by of [undefined, 'name', 'link'] as const) {
    const found = stated.filter((each) => each.by === by).flatMap((each) => toFound(each, claims) ?? []);
    const [first] = found.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    if (first !== undefined) return first;
  }
  return undefined;
}

interface Statement {
  readonly name: string;
  readonly ref: string | undefined;
  /** Of the purl. */
  readonly version?: string | undefined;
  readonly by: StatedRepository['by'];
}

const HOSTS: Readonly<Record<string, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
};

function statedBy({ type, namespace, name, version, qualifiers }: Purl): Statement[] {
  const host = HOSTS[type];
  if (host !== undefined) {
    const repository = namespace === undefined ? undefined : toRepositoryName(`${host}/${namespace}/${name}`);
    return repository === undefined ? [] : [{ name: repository, ref: undefined, version, by: undefined }];
  }
  if (type === 'conan' || type === 'vcpkg') {
    const repository = findListedRepository(type, name);
    return repository === undefined ? [] : [{ name: repository, ref: undefined, version, by: 'name' }];
  }
  const [vcs, download] = [qualifiers.get('vcs_url'), qualifiers.get('download_url')];
  const location =
    (vcs === undefined ? undefined : parseRepositoryLocation(vcs)) ??
    (download === undefined ? undefined : parseRepositoryLocation(download, 'download'));
  return location === undefined ? [] : [{ name: location.repository, ref: location.ref, version, by: undefined }];
}

/** Types whose links do not lead to the source of a program. */
const NO_SOFTWARE: ReadonlySet<string> = new Set([
  'container',
  'data',
  'device',
  'documentation',
  'file',
  'machine-learning-model',
  'operating-system',
]);

/** A purl of any other type names something that a link says less about than its own feed. */
function linksOf({ purls, type = '', details }: PackageClaims, usable: readonly Purl[]): Statement[] {
  const isGeneric = usable.length === purls.length && usable.every((purl) => purl.type === 'generic');
  if (!isGeneric || NO_SOFTWARE.has(type)) return [];
  return (details?.references ?? []).flatMap(({ type: kind, url }) => {
    if (kind !== 'vcs' && kind !== 'distribution') return [];
    const location = parseRepositoryLocation(url, kind === 'vcs' ? 'repository' : 'download');
    return location === undefined ? [] : [{ name: location.repository, ref: location.ref, by: 'link' as const }];
  });
}

// `1.2.11#13`: the revision of a vcpkg port.
const PORT_REVISION = /#[0-9]{1,4}$/;

function toFound({ name, ref, version: ofPurl, by }: Statement, claims: PackageClaims): FoundRepository | undefined {
  if (isCollection(name)) return undefined;
  const names = listRepositoryNames(name);
  const usable = (text: string | undefined): string[] => {
    const bare = text?.replace(PORT_REVISION, '') ?? '';
    return isUsable(bare, name) ? [bare] : [];
  };
  const own = usable(ofPurl ?? claims.version);
  // A commit in the purl says nothing about the version, so that of the component is used in addition.
  const [version, revision] = unique([...own, ...usable(ref), ...(own.some(isCommit) ? usable(claims.version) : [])]);
  if (version === undefined) return undefined;
  return {
    repository: { names, ...(revision !== undefined && { revision }), ...(by !== undefined && { by }) },
    version,
  };
}

/** A branch or a short commit says nothing that can be compared. */
function isUsable(text: string, repository: string): boolean {
  if (isCommit(text)) return true;
  return !SHORT_COMMIT.test(text) && !GO_COMMIT.test(text) && toTagVersion(text, repository) !== undefined;
}

const SHORT_COMMIT = /^(?=[0-9]*[a-f])[0-9a-f]{7,39}$/i;
// `v0.0.0-20170915032832-14c0d48ead0c`
const GO_COMMIT = /[-.][0-9]{14}-[0-9a-f]{12}$/;

function keyOf({ repository: { names, revision = '' }, version }: FoundRepository): string {
  return JSON.stringify([names, version, revision]);
}

const ACTION_TYPE = /^github-action/i;
const ACTION_PURL = /^\s*pkg:\/*githubactions\//i;
const ACTION_PATH = /(?:^|\/)\.github\/workflows\/|(?:^|\/)action\.ya?ml$/;

/** Whether a component with the purl of a repository is certainly an action of a workflow, and nothing that was built from it. */
export function isAction(claims: PackageClaims): boolean {
  return (
    ACTION_TYPE.test(claims.packageType ?? '') ||
    claims.purls.some((text) => ACTION_PURL.test(text)) ||
    pathsOf(claims).some((path) => ACTION_PATH.test(path))
  );
}
