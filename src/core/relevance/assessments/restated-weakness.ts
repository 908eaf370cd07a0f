/**
 * Weaknesses that are about the input itself. A model that restates one as a precondition ("needs SQL input", "needs a template")
 * describes the vulnerability and not its surroundings: the input reaches the service in any form, so no kind of input is
 * accepted for them.
 */

/** From the hierarchy of the Common Weakness Enumeration (view 1000): each with all of its descendants. */
const DESCENDANTS: Readonly<Record<number, readonly number[]>> = {
  // SQL injection.
  89: [564],
  // Cross-site scripting.
  79: [80, 81, 82, 83, 84, 85, 86, 87],
  // Command injection; 78 is the operating system's.
  77: [78, 88, 624, 917, 1427],
  // Code injection.
  94: [95, 96, 97, 1336],
  // Path traversal.
  22: [23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40],
  // Deserialization of untrusted data.
  502: [],
  // Unrestricted upload of files: the upload is the effect.
  434: [],
};

const RESTATED: ReadonlySet<string> = new Set(
  Object.entries(DESCENDANTS).flatMap(([cwe, children]) => [cwe, ...children].map((id) => `CWE-${id}`)),
);

/** For records without a classification. */
const NAMES = [
  'injection',
  'cross-site scripting',
  'cross site scripting',
  'xss',
  'path traversal',
  'directory traversal',
  'zip slip',
  'deserializ',
  'deserialis',
  'unmarshal',
  'unpickl',
  'marshal.load',
  'javascript',
  ' script',
  'outside of',
  'outside the',
  'unrestricted upload',
  'unrestricted file upload',
  'arbitrary file upload',
  'upload vuln',
];
/** A template is code. */
const CODE_NAMES = ['code', 'execut'];

/** Takes the kind of input, the weaknesses of the vulnerability, and its titles and the quote. */
export function restatesWeakness(kind: string | null, cwes: readonly string[], texts: readonly string[]): boolean {
  if (cwes.some((cwe) => RESTATED.has(cwe))) return true;
  const names = kind?.toLowerCase() === 'template' ? [...NAMES, ...CODE_NAMES] : NAMES;
  return texts.some((text) => names.some((name) => text.toLowerCase().includes(name)));
}

/** Embedded malicious code, with its descendants. */
const MALWARE_CWES: ReadonlySet<string> = new Set([506, 507, 508, 509, 510, 511, 512].map((id) => `CWE-${id}`));
const MALWARE_NAMES = ['malicious code', 'malicious package', 'malware', 'typosquat', 'backdoor'];

/** Whether the package itself was made to do harm, which some databases publish as a vulnerability. */
export function isMalware(cwes: readonly string[], texts: readonly string[]): boolean {
  if (cwes.some((cwe) => MALWARE_CWES.has(cwe))) return true;
  return texts.some((text) => MALWARE_NAMES.some((name) => text.toLowerCase().includes(name)));
}
