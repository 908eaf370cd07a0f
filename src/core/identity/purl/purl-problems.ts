/** Problems of a purl, from surrounding white space to text that is not a purl. */
export type PurlProblem =
  | 'not-a-purl'
  | 'too-long'
  | 'no-name'
  | 'dot-segment'
  | 'invalid-character'
  | 'bad-escape'
  | 'bad-qualifier'
  | 'duplicate-qualifier'
  | 'surrounding-space'
  | 'upper-case-scheme'
  | 'slash-after-scheme'
  | 'upper-case-type'
  | 'empty-segment'
  | 'unescaped-at'
  | 'unescaped-character'
  | 'no-namespace'
  | 'unexpected-namespace';

/** Collected while a purl is parsed. */
export type PurlProblems = Set<PurlProblem>;

// U+FFFD means that a character was lost in transit, so a name that contains it is not reliable.
const INVALID_CHARACTER = /[\p{Cc}\p{Cs}\uFFFD]/u;

// Nearly all texts are plain ASCII, which is checked first because it is fast.
const PLAIN = /^[ -~]*$/;

/** Whether a part of a purl contains a character that no name, version or value can have. */
export function hasInvalidCharacter(text: string): boolean {
  return !PLAIN.test(text) && INVALID_CHARACTER.test(text);
}

// Reports violations of the purl specification in a purl that can still be parsed. Other valid spellings, such as a plain `+`
// in a version or unsorted qualifiers, are not a problem. https://github.com/package-url/purl-spec/blob/main/docs/standard/
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
