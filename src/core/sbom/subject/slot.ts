/**
 * The slot of an SBOM, which decides what a new upload replaces inside a version. A wrong replacement hides findings, so two
 * documents share a slot only if they state the same image, or the same subject, tools and package types. In doubt the slot is
 * the hash of the bytes, and the document is added. Case is preserved, except where it has no meaning in a purl.
 */
import { LIMITS } from '../../limits.ts';
import type { ImageReference } from '../../naming/image-reference.ts';
import { isName } from '../../naming/name.ts';
import { toSubjectSlot, type DocumentOrigin } from '../../naming/slot-name.ts';
import { capture } from '../json/captured-text.ts';
import type { SbomSubject } from './document-reader.ts';

interface SlotSources {
  /** Chosen by the client. */
  readonly slot: string | undefined;
  readonly image: ImageReference | undefined;
  readonly subject: SbomSubject | undefined;
  readonly origin: DocumentOrigin | undefined;
  /** Hash of the document's bytes, in hexadecimal. */
  readonly sha256: string;
}

/** The slot of an upload, and the rule that gave it. */
export type Slot = { readonly name: string } & (
  | { readonly by: 'parameter' | 'content' }
  | { readonly by: 'image'; readonly image: ImageReference }
  | { readonly by: 'subject'; readonly subject: string; readonly origin: DocumentOrigin }
);

export function slotOf({ slot, image, subject, origin, sha256 }: SlotSources): Slot {
  const candidates: readonly (Slot | undefined)[] = [
    slot === undefined ? undefined : { by: 'parameter', name: slot.normalize('NFC') },
    image && { by: 'image', name: image.tagged, image },
    ...subjectsOf(subject).map((each): Slot | undefined => {
      return origin && { by: 'subject', name: toSubjectSlot(each, origin), subject: each, origin };
    }),
  ];
  const chosen = candidates.find((each) => each !== undefined && isName(each.name));
  return chosen ?? { by: 'content', name: `sha256:${sha256}` };
}

function subjectsOf(subject: SbomSubject | undefined): readonly string[] {
  if (subject === undefined) return [];
  const names = [nameByPurl(subject), nameByName(subject)];
  return names.flatMap((name) => name?.normalize('NFC') ?? []).filter(isName);
}

const PURL = /^pkg:([a-z][a-z0-9.+-]*)\/([^?#]+)(\?[^#]*)?(#.*)?$/is;

/**
 * The purl without its version: `PKG:NPM/%40scope/app@1.0` is `pkg:npm/%40scope/app`. Qualifiers and subpath stay, because they
 * distinguish documents that a version may have side by side: two architectures of an image, images with one name in two
 * registries, two commands of a Go module. They are sorted, because tools change their order; only those that change with every
 * build are removed like the version.
 */
function nameByPurl({ purl }: SbomSubject): string | undefined {
  if (purl === undefined || purl.length > LIMITS.purlBytesMax || capture(purl).length > LIMITS.purlBytesMax) {
    return undefined;
  }
  const [, type = '', path = '', qualifiers = '', subpath = ''] = PURL.exec(purl) ?? [];
  const name = withoutVersion(path);
  if (type === '' || name === '' || name.endsWith('/')) return undefined;
  if (NAMELESS_IMAGES.has(`${type}/${name}`.toLowerCase()) && !qualifiers.includes('repository_url=')) return undefined;
  return `pkg:${type.toLowerCase()}/${name}${withoutBuild(qualifiers)}${subpath}`;
}

// The name that ko gives to every unnamed image.
const NAMELESS_IMAGES: ReadonlySet<string> = new Set(['oci/image', 'oci/index']);

// npm scopes are often written with a plain @: at the start of a path segment it does not start a version.
function withoutVersion(path: string): string {
  const at = path.lastIndexOf('@');
  return at > 0 && path.charAt(at - 1) !== '/' ? path.slice(0, at) : path;
}

const BUILD_QUALIFIERS: ReadonlySet<string> = new Set(['checksum', 'checksums', 'tag', 'tag_id']);

function withoutBuild(qualifiers: string): string {
  const kept = qualifiers
    .slice(1)
    .split('&')
    .filter((each) => each !== '' && !BUILD_QUALIFIERS.has(each.slice(0, each.indexOf('=')).toLowerCase()));
  return kept.length === 0 ? '' : `?${kept.toSorted().join('&')}`;
}

// A type must not make a name look like a purl or a hash.
const TYPE = /^(?!(?:pkg|sha256)$)[a-z][a-z0-9_-]*$/i;

/** `application:com.example/shop`, if all parts are present and the name is not just a file or folder. */
function nameByName({ type, group, name }: SbomSubject): string | undefined {
  if (type === undefined || name === undefined || !TYPE.test(type) || !isMeaningfulName(type, name)) return undefined;
  return group === undefined || group === '' ? `${type}:${name}` : `${type}:${group}/${name}`;
}

const FILE_PATH = /^(?:[/\\~]|\.{1,2}(?:$|[/\\])|[a-z]:[/\\]|file:)|\.(?:tar|tgz|tar\.(?:gz|bz2|xz|zst))$/i;
const DIGEST = /^sha\d+:[0-9a-f]+$/;
const EMPTY_WORDS: ReadonlySet<string> = new Set([
  '',
  'noassertion',
  'none',
  'null',
  'undefined',
  'unknown',
  'root',
  'rootfs',
]);
// Tools that scan a folder name the document after the manifest they found, which is the same in every folder.
const MANIFESTS: ReadonlySet<string> = new Set([
  'build.gradle',
  'cargo.lock',
  'composer.lock',
  'gemfile.lock',
  'go.mod',
  'go.sum',
  'package-lock.json',
  'package.json',
  'pipfile.lock',
  'pnpm-lock.yaml',
  'poetry.lock',
  'pom.xml',
  'requirements.txt',
  'yarn.lock',
]);

function isMeaningfulName(type: string, name: string): boolean {
  const lower = name.trim().toLowerCase();
  return (
    type !== 'file' && !EMPTY_WORDS.has(lower) && !MANIFESTS.has(lower) && !FILE_PATH.test(lower) && !DIGEST.test(lower)
  );
}
