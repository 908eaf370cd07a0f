/** Parses image references, so that `nginx:1.27` and `docker.io/library/nginx:1.27@sha256:…` compare as the same image. */

export interface ImageName {
  /** Includes the registry; Docker Hub if none is given. */
  readonly repository: string;
  /** The last path segment of the repository, in lower case. */
  readonly name: string;
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const REGISTRY = /[.:]|^localhost$/;

/** Never throws: an invalid reference gets a name that no image has. */
export function toImageName(reference: string): ImageName {
  const text = reference.trim().replace(SCHEME, '');
  const at = text.indexOf('@');
  const digest = at === -1 ? undefined : text.slice(at + 1).toLowerCase();
  const rest = at === -1 ? text : text.slice(0, at);
  // A colon after the last slash starts the tag; one before it belongs to the port of the registry.
  const colon = rest.indexOf(':', rest.lastIndexOf('/') + 1);
  const tag = colon === -1 ? undefined : rest.slice(colon + 1);
  const repository = toRepository(colon === -1 ? rest : rest.slice(0, colon));
  return { repository, name: lastSegmentOf(repository), tag, digest };
}

/** `nginx` is `docker.io/library/nginx`. */
export function toRepository(path: string): string {
  const lower = path.trim().replace(SCHEME, '').toLowerCase();
  const slash = lower.indexOf('/');
  if (slash === -1) return `docker.io/library/${lower}`;
  const registry = lower.slice(0, slash);
  if (!REGISTRY.test(registry)) return `docker.io/${lower}`;
  return registry === 'index.docker.io' || registry === 'registry-1.docker.io'
    ? `docker.io${lower.slice(slash)}`
    : lower;
}

export function lastSegmentOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}
