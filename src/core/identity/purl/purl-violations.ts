/**
 * Reports violations of the purl specification in a purl that can still be parsed. Other valid spellings, such as a plain `+` in
 * a version or unsorted qualifiers, are not a problem. https://github.com/package-url/purl-spec/blob/main/docs/standard/
 */
import type { PurlProblems } from './purl-problem.ts';

const UPPER = /[A-Z]/;
const UNESCAPED = /[^!-~]|["<>\\^`{|}]/;
const MARKS = /[?#]/;

/** `path` is everything from the type to the name, as sent. */
export function reportFormViolations(
  text: string,
  { scheme, path }: { scheme: string; path: string },
  problems: PurlProblems,
): void {
  const [type = ''] = path.split('/', 1);
  if (UPPER.test(scheme)) problems.add('upper-case-scheme');
  if (scheme.endsWith('/')) problems.add('slash-after-scheme');
  if (UPPER.test(type)) problems.add('upper-case-type');
  if (path.includes('//') || path.endsWith('/')) problems.add('empty-segment');
  if (path.includes('@')) problems.add('unescaped-at');
  if (UNESCAPED.test(text) || MARKS.test(path)) problems.add('unescaped-character');
}

// From the type definitions. Go and rpm are left out: their own examples and all tools write names without a namespace.
const NEEDS_NAMESPACE: ReadonlySet<string> = new Set([
  'alpm',
  'apk',
  'bitbucket',
  'composer',
  'deb',
  'github',
  'maven',
  'swift',
  'vscode-extension',
]);
const HAS_NO_NAMESPACE: ReadonlySet<string> = new Set([
  'bitnami',
  'cargo',
  'cocoapods',
  'conda',
  'cran',
  'gem',
  'hackage',
  'julia',
  'mlflow',
  'nuget',
  'oci',
  'pub',
  'pypi',
]);

export function reportNamespaceViolations(type: string, namespace: string | undefined, problems: PurlProblems): void {
  if (namespace === undefined && NEEDS_NAMESPACE.has(type)) problems.add('no-namespace');
  if (namespace !== undefined && HAS_NO_NAMESPACE.has(type)) problems.add('unexpected-namespace');
}
