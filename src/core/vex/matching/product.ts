/**
 * Decides whether a product contains the finding: the service, one of its images, the root of one of its documents, or the
 * component itself. The result is the version names of the product, because a statement may be limited to some of them.
 */
import {
  matchesPurl,
  toComparedPurl,
  type ComparedPurl,
  type PreparedImage,
  type PreparedSubject,
} from './vex-subject.ts';
import { lastSegmentOf, toImageName, toRepository, type ImageName } from './image-name.ts';

export type Product =
  | { readonly kind: 'image'; readonly purl: ComparedPurl }
  | { readonly kind: 'package'; readonly purl: ComparedPurl }
  | { readonly kind: 'digest'; readonly digest: string }
  | { readonly kind: 'name'; readonly text: string; readonly image: ImageName };

const IMAGE_TYPES: ReadonlySet<string> = new Set(['oci', 'docker']);
const DIGEST = /^sha(?:256|512):[0-9a-f]{32,128}$/i;

export function toProduct(text: string): Product {
  const purl = toComparedPurl(text);
  if (purl !== undefined) return { kind: IMAGE_TYPES.has(purl.purl.type) ? 'image' : 'package', purl };
  if (DIGEST.test(text)) return { kind: 'digest', digest: text.toLowerCase() };
  return { kind: 'name', text, image: toImageName(text) };
}

/** `isAlone`: the statement names no component beside the product, so the product may be the component. Undefined: no match. */
export function findProduct(
  product: Product,
  subject: PreparedSubject,
  isAlone: boolean,
): readonly string[] | undefined {
  if (product.kind === 'package') return findPackage(product.purl, subject, isAlone);
  const images = subject.images.filter((image) => isImage(product, image));
  if (images.length > 0) return [...subject.service.versions, ...images.flatMap(versionsOf)];
  if (product.kind === 'image') return findRoot(product.purl, subject);
  return product.kind === 'name' ? findNamed(product.text, subject) : undefined;
}

function findPackage(purl: ComparedPurl, subject: PreparedSubject, isAlone: boolean): readonly string[] | undefined {
  if (isAlone && subject.purls.some((own) => matchesPurl(purl, own, subject.versions))) return subject.versions;
  const found = findRoot(purl, subject);
  if (found !== undefined) return found;
  return isService(purl, subject) ? subject.service.versions : undefined;
}

/** Compares with the root purl of each document. */
function findRoot(purl: ComparedPurl, { service, documents }: PreparedSubject): readonly string[] | undefined {
  const roots = documents.filter(({ rootPurl }) => rootPurl !== undefined && matchesPurl(purl, rootPurl));
  return roots.length === 0 ? undefined : [...service.versions, ...roots.flatMap(({ root }) => root?.version ?? [])];
}

/** A service without an image is exported as `pkg:generic/shop@1.4`. */
function isService({ purl }: ComparedPurl, { service }: PreparedSubject): boolean {
  const { type, namespace, name, version } = purl;
  if (type !== 'generic') return false;
  const whole = namespace === undefined ? name : `${namespace}/${name}`;
  return service.names.includes(whole) && (version === undefined || service.versions.includes(version));
}

function findNamed(text: string, { service, documents }: PreparedSubject): readonly string[] | undefined {
  const roots = documents.filter(({ root }) => root?.name === text);
  const versions = roots.flatMap(({ root }) => root?.version ?? []);
  if (service.names.includes(text)) return [...service.versions, ...versions];
  return roots.length > 0 ? [...service.versions, ...versions] : undefined;
}

function isImage(product: Exclude<Product, { kind: 'package' }>, image: PreparedImage): boolean {
  if (product.kind === 'digest') return product.digest === image.digest;
  if (product.kind === 'image') return isNamedByPurl(product.purl, image);
  const { repository, tag, digest } = product.image;
  if (repository !== image.name.repository || (tag !== undefined && tag !== image.name.tag)) return false;
  return digest === undefined || digest === image.digest;
}

/** A digest is sufficient; without one, the registry, the tag and every other qualifier must be equal. */
function isNamedByPurl(stated: ComparedPurl, image: PreparedImage): boolean {
  const { type, namespace, name, version, qualifiers } = stated.purl;
  if (version?.includes(':') === true) return version.toLowerCase() === image.digest;
  if (lastSegmentOf(name) !== image.name.name) return false;
  if (image.purls.some((own) => matchesPurl(stated, own))) return true;
  const path = type === 'docker' ? [namespace, name].filter(Boolean).join('/') : undefined;
  const repository = qualifiers.get('repository_url') ?? path;
  if (repository !== undefined && !isRepository(repository, image)) return false;
  const tag = qualifiers.get('tag') ?? version;
  if (tag !== undefined && tag !== image.name.tag) return false;
  return [...qualifiers.keys()].every((key) => key === 'repository_url' || key === 'tag');
}

// Some tools write the registry and the path without the name of the image, although the specification requires it.
function isRepository(stated: string, { name: { repository, name } }: PreparedImage): boolean {
  const bare = stated.replace(TRAILING_SLASH, '');
  return toRepository(bare) === repository || toRepository(`${bare}/${name}`) === repository;
}

const TRAILING_SLASH = /\/$/;

function versionsOf({ name: { tag }, digest }: PreparedImage): readonly string[] {
  return [tag, digest].filter((version) => version !== undefined);
}
