/**
 * Canonical text of a profile, for hashing: members are sorted, and everything that does not affect the meaning is omitted. Two
 * profiles with equal texts are the same version.
 */
import { isObject } from '../../json/members.ts';
import type { ProfileDocument } from '../security-profile.ts';
import { compareText } from '../../text/compare-text.ts';

/** JSON without whitespace. Includes who confirmed a field and its source, but not the order of documents. */
export function canonicalProfile({ appliesTo, fields, isDefault, runtimeDocuments }: ProfileDocument): string {
  const documents = runtimeDocuments.toSorted((a, b) => compareText(documentKey(a), documentKey(b)));
  return canonicalJson({ appliesTo: sortedLists(appliesTo), fields, isDefault, runtimeDocuments: documents });
}

function documentKey({ kind, sha256, inForce }: ProfileDocument['runtimeDocuments'][number]): string {
  return `${kind} ${sha256} ${inForce}`;
}

function sortedLists({ environments, images, sbomKinds }: ProfileDocument['appliesTo']): object {
  return { environments: environments.toSorted(), images: images.toSorted(), sbomKinds: sbomKinds.toSorted() };
}

// The replacer sorts each object when it is visited, so there is no recursion over untrusted input.
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) => (isObject(each) ? sortMembers(each) : each));
}

function sortMembers(value: object): object {
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => compareText(a, b)));
}
