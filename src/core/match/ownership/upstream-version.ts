/**
 * Derives the upstream version of an OS package. Distributions add an epoch before it and a revision after it, mark parts removed
 * from the sources, and spell prereleases so that they sort before the release.
 */
import type { SchemeId } from '../../vocabulary/package.ts';

const EPOCH = /^[0-9]+:/;
const APK_REVISION = /-r[0-9]+$/;
// Marks of parts removed from the sources, or of a snapshot between two versions: everything after them was added by the
// distribution.
const ADDED = /[+~.](?:dfsg|ds(?![a-z])|repack|debian)|[+~^](?:git|svn|bzr|hg|cvs|[0-9]{8})/;
// A version that was rolled back: 2.3+really2.2 is 2.2.
const REALLY = /^.*[+~.]really\.?/;
const BEFORE_PRE_RELEASE = /[~_](?=(?:alpha|beta|a|b|rc|pre|dev)[.0-9]*)/;

/** Returns all possible readings, because the marks have no grammar. `1:2.0.1+dfsg-2` is 2.0.1 or possibly 2.0.1+dfsg. */
export function upstreamVersions(version: string, scheme: SchemeId): readonly string[] {
  const plain = withoutRevision(version.replace(EPOCH, ''), scheme);
  const known = withoutAdded(plain.replace(REALLY, ''));
  return [...new Set([plain, known, known.replace(BEFORE_PRE_RELEASE, '')])].filter((text) => text !== '');
}

function withoutRevision(version: string, scheme: SchemeId): string {
  if (scheme === 'apk') return version.replace(APK_REVISION, '');
  const dash = version.lastIndexOf('-');
  return dash === -1 ? version : version.slice(0, dash);
}

function withoutAdded(version: string): string {
  const at = version.search(ADDED);
  return at === -1 ? version : version.slice(0, at);
}
