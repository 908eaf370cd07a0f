/**
 * Checks whether a component and its purl describe the same package. They may differ in spelling: with and without group, epoch,
 * release or a leading `v`. Any other difference is a contradiction, which is reported to the user.
 */
import { toAsciiLower, decodePercent } from '../identifier-text.ts';
import { isDistributionType } from '../ecosystems/ecosystem.ts';
import type { Purl } from './purl.ts';

export interface NamedComponent {
  readonly group: string | undefined;
  readonly name: string;
  readonly version: string | undefined;
}

// With these types, names of images, files and sources are chosen freely.
const FREE_NAMES: ReadonlySet<string> = new Set(['oci', 'docker', 'generic', 'swid', 'k8s', 'huggingface', 'mlflow']);
// A repository is at a commit, and its content has a version of its own.
const FREE_VERSIONS: ReadonlySet<string> = new Set([...FREE_NAMES, 'github', 'gitlab', 'bitbucket']);

export function isContradicted(purl: Purl, component: NamedComponent): boolean {
  return !agreeInName(purl, component) || !agreeInVersion(purl, component);
}

const SEPARATORS = /[-_.:/@ !]+/;

function toWords(text: string): string {
  return toAsciiLower(decodePercent(text).text).split(SEPARATORS).filter(Boolean).join('-');
}

function agreeInName(
  { type, namespace = '', name, subpath = '', qualifiers }: Purl,
  component: NamedComponent,
): boolean {
  if (component.name === name || FREE_NAMES.has(type) || component.name === '') return true;
  const parts = `${namespace}/${name}`;
  if (component.name === parts) return true;
  const expected = [parts, `${parts}/${subpath}`, `${parts}-${qualifiers.get('classifier') ?? ''}`].map(toWords);
  const stated = [component.name, `${component.group ?? ''}/${component.name}`].map(toWords);
  return stated.some((one) => expected.some((other) => endsWithWords(other, one) || endsWithWords(one, other)));
}

// `org-slf4j-slf4j-api` ends with `slf4j-api`.
function endsWithWords(text: string, end: string): boolean {
  return text === end || text.endsWith(`-${end}`);
}

const PREFIX = /^(?:v|go)(?=[0-9])/;

function agreeInVersion({ type, version }: Purl, { version: own }: NamedComponent): boolean {
  if (version === own || version === undefined || own === undefined || own === '') return true;
  if (FREE_VERSIONS.has(type)) return true;
  const [stated, expected] = [toPlainVersion(own), toPlainVersion(version)];
  if (stated === expected) return true;
  // Tools omit epoch or release in one of them, or write the whole file name: `setup-2.12.2-7.el8.noarch`.
  return isDistributionType(type) && (holdsWords(stated, expected) || holdsWords(expected, stated));
}

function toPlainVersion(version: string): string {
  return toAsciiLower(decodePercent(version).text.trim()).replace(PREFIX, '');
}

const BORDER = /^[-:.]?$/;

function holdsWords(text: string, words: string): boolean {
  const at = text.indexOf(words);
  return at !== -1 && BORDER.test(text.charAt(at - 1)) && BORDER.test(text.charAt(at + words.length));
}
