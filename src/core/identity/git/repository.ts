/**
 * Reads the address of a git repository as documents and advisories spell it, and names the repository in one way: host, owner and
 * name without scheme, user, port of the scheme, query and `.git`. Addresses are compared as text and never opened. Linear time.
 */
import { LIMITS } from '../../limits.ts';
import { toAsciiLower } from '../identifier-text.ts';

export interface RepositoryLocation {
  /** `github.com/openssl/openssl` */
  readonly repository: string;
  /** Tag, branch or commit that the address names. */
  readonly ref: string | undefined;
}

/** Returns the name of a repository, or undefined if the text is not the address of one. */
export function toRepositoryName(address: string): string | undefined {
  return parseRepositoryLocation(address)?.repository;
}

/**
 * Parses `git+https://host/owner/name.git@tag`, `git@host:owner/name`, `scm:git:ssh://..` and pages or archives of a known host:
 * `https://github.com/owner/name/archive/refs/tags/v1.2.tar.gz`. With `download`, an address of any other host counts only if it
 * says that it is a git repository.
 */
export function parseRepositoryLocation(
  text: string,
  kind: 'repository' | 'download' = 'repository',
): RepositoryLocation | undefined {
  const address = splitAddress(text);
  if (address === undefined) return undefined;
  const { host, path, fragment, isGit } = address;
  const at = path.indexOf('@');
  const segments = (at === -1 ? path : path.slice(0, at)).split('/', SEGMENTS_MAX + 1).filter((part) => part !== '');
  if (segments.length > SEGMENTS_MAX) return undefined;
  const known = KNOWN_HOSTS[host] ?? (host.startsWith('gitlab.') ? readGitlab : undefined);
  if (known === undefined && kind === 'download' && !isGit && !path.endsWith('.git')) return undefined;
  const page = (known ?? readOther)(segments);
  const repository = page && toName(known === undefined ? host : foldHost(host), page.path, known !== undefined);
  if (page === undefined || repository === undefined) return undefined;
  const commit = COMMIT_FRAGMENT.exec(fragment)?.[1];
  // A folder of a repository has versions of its own.
  if (fragment !== '' && commit === undefined && at === -1) return undefined;
  return { repository, ref: toRef(at === -1 ? (commit ?? page.ref) : path.slice(at + 1)) };
}

const SEGMENTS_MAX = 20;
const COMMIT_FRAGMENT = /^(?:commit=)?([0-9a-f]{40}|[0-9a-f]{64})$/i;

interface Address {
  readonly host: string;
  /** Without a leading slash. */
  readonly path: string;
  readonly fragment: string;
  /** The address says that it is one of git. */
  readonly isGit: boolean;
}

const UNUSABLE = /[\s\p{Cc}\\%]/u;
const MARKER = /^(?:scm:)?git[+:](?!\/\/)/i;
const SCHEME = /^([a-z][a-z+]{1,10}):\/\//i;
const SCHEMES: ReadonlySet<string> = new Set(['https', 'http', 'git', 'ssh', 'git+ssh', 'git+https', 'git+http']);
const HOST = /^([a-z0-9][a-z0-9.-]{1,252})(?::([0-9]{1,5}))?$/;
const USUAL_PORTS: ReadonlySet<string> = new Set(['', '22', '80', '443', '9418']);

function splitAddress(text: string): Address | undefined {
  if (text.length > LIMITS.advisoryUrlCharactersMax || UNUSABLE.test(text)) return undefined;
  const bare = text.replace(MARKER, '');
  const [whole = '', scheme = ''] = SCHEME.exec(bare) ?? [];
  if (whole !== '' && !SCHEMES.has(toAsciiLower(scheme))) return undefined;
  const [located = ''] = bare.slice(whole.length).split('?', 1);
  const [place = ''] = located.split('#', 1);
  // `git@host:owner/name`: without a scheme, a colon separates the path.
  const colon = whole === '' ? place.indexOf(':') : -1;
  const end = colon === -1 ? place.indexOf('/') : colon;
  if (end === -1) return undefined;
  const authority = toAsciiLower(place.slice(0, end));
  const [, host, port = ''] = HOST.exec(authority.slice(authority.lastIndexOf('@') + 1)) ?? [];
  if (host === undefined || !host.includes('.') || host.includes('..') || host.endsWith('.')) return undefined;
  return {
    host: `${host.replace(/^www\./, '')}${USUAL_PORTS.has(port) ? '' : `:${port}`}`,
    path: place.slice(end + 1),
    fragment: bare.includes('#') ? bare.slice(bare.indexOf('#') + 1) : '',
    isGit: bare !== text || colon !== -1 || GIT_SCHEME.test(scheme),
  };
}

const GIT_SCHEME = /^(?:git|ssh)/i;

/** A page of a repository: the path of the repository, and the tag or commit that the page is about. */
interface Page {
  readonly path: readonly string[];
  readonly ref?: string | undefined;
}

type ReadPage = (segments: readonly string[]) => Page | undefined;

const KNOWN_HOSTS: Readonly<Record<string, ReadPage>> = {
  'github.com': readGithub,
  'codeload.github.com': readGithub,
  'api.github.com': (segments) => (segments[0] === 'repos' ? readGithub(segments.slice(1)) : undefined),
  'gitlab.com': readGitlab,
  'bitbucket.org': readGithub,
  'codeberg.org': readGithub,
};

function foldHost(host: string): string {
  return host.endsWith('.github.com') ? 'github.com' : host;
}

/** Words after which pages of a host name a tag or commit. The word `refs/heads` names a branch, which is no version. */
const REF_PAGES: ReadonlySet<string> = new Set([
  'archive',
  'commit',
  'commits',
  'get',
  'legacy.tar.gz',
  'legacy.zip',
  'releases',
  'src',
  'tarball',
  'tar.gz',
  'tree',
  'zip',
  'zipball',
]);
const BEFORE_REF: ReadonlySet<string> = new Set(['refs', 'tags', 'download', 'tag']);

function readGithub([owner, name, ...page]: readonly string[]): Page | undefined {
  return owner === undefined || name === undefined ? undefined : { path: [owner, name], ref: refIn(page) };
}

// Groups are nested; a dash separates the repository from its pages.
function readGitlab(segments: readonly string[]): Page | undefined {
  const dash = segments.indexOf('-');
  const path = dash === -1 ? segments : segments.slice(0, dash);
  return path.length < 2 ? undefined : { path, ref: dash === -1 ? undefined : refIn(segments.slice(dash + 1)) };
}

function readOther(segments: readonly string[]): Page | undefined {
  return segments.length === 0 ? undefined : { path: segments };
}

function refIn([kind = '', ...rest]: readonly string[]): string | undefined {
  if (!REF_PAGES.has(kind) || rest.includes('heads')) return undefined;
  return rest.find((part) => !BEFORE_REF.has(part))?.replace(ARCHIVE, '');
}

const ARCHIVE = /\.(?:tar\.(?:gz|bz2|xz|zst)|tgz|tar|zip)$/i;

const SEGMENT = /^[A-Za-z0-9._~+-]+$/;
const DOTS = /^\.+$/;
const ENDING = /\.git$/i;

/** Known hosts ignore the case of names. */
function toName(host: string, path: readonly string[], ignoresCase: boolean): string | undefined {
  const parts = path.map((part, index) => (index === path.length - 1 ? part.replace(ENDING, '') : part));
  if (parts.some((part) => !SEGMENT.test(part) || DOTS.test(part))) return undefined;
  const name = `${host}/${ignoresCase ? toAsciiLower(parts.join('/')) : parts.join('/')}`;
  return name.length > LIMITS.componentNameCharactersMax ? undefined : name;
}

const TAGS = /^refs\/tags\//;

function toRef(text: string | undefined): string | undefined {
  const ref = text?.replace(TAGS, '');
  return ref === undefined || ref === '' || ref.length > LIMITS.componentVersionCharactersMax ? undefined : ref;
}
