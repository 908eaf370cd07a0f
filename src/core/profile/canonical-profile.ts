/**
 * The one spelling of a profile, to be hashed: members sorted, nothing that does not change what the profile says. Two profiles
 * with equal texts are the same version.
 */
import type { ProfileDocument } from './security-profile.ts';

/** JSON without spaces; who confirmed a field and where its value comes from are part of it, the order of documents is not. */
export function canonicalProfile({ appliesTo, fields, isDefault, runtimeDocuments }: ProfileDocument): string {
  const documents = runtimeDocuments.toSorted((a, b) => compare(documentKey(a), documentKey(b)));
  return canonicalJson({ appliesTo: sortedLists(appliesTo), fields, isDefault, runtimeDocuments: documents });
}

function documentKey({ kind, sha256, inForce }: ProfileDocument['runtimeDocuments'][number]): string {
  return `${kind} ${sha256} ${inForce}`;
}

function sortedLists({ environments, images, sbomKinds }: ProfileDocument['appliesTo']): object {
  return { environments: environments.toSorted(), images: images.toSorted(), sbomKinds: sbomKinds.toSorted() };
}

// The replacer sorts each object as it is met, so nothing here recurses over what was sent.
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) => (isPlainObject(each) ? sortMembers(each) : each));
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sortMembers(value: object): object {
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => compare(a, b)));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
