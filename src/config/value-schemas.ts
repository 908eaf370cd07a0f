/** Schemas for the values of variables. Messages continue the name of the variable: `ASSAY_PORT must be a number ..`. */
import { quote } from '../core/errors.ts';
import { parsePublishedFile, type PublishedFile } from '../core/advisory/distributions/published-file.ts';
import { ECOSYSTEMS } from '../core/identity/ecosystems/ecosystem.ts';
import { parseIndexedRelease, type IndexedRelease } from '../core/identity/distro/package-index.ts';
import { GIT_FAMILY, type Family } from '../core/vocabulary/package.ts';

export type ParsedValue<Value> = { readonly value: Value } | { readonly problem: string };

/** Not of Zod: every command reads its configuration first, and loading Zod would take longer than most commands. */
export type ValueSchema<Value = unknown> = (text: string) => ParsedValue<Value>;

export function matching(pattern: RegExp, problem: string): ValueSchema<string> {
  return that((text) => pattern.test(text), problem);
}

export function numberLike(pattern: RegExp, problem: string, max = Infinity): ValueSchema<number> {
  return (text) => (pattern.test(text) && Number(text) <= max ? { value: Number(text) } : { problem });
}

export function oneOf<Value extends string>(values: readonly Value[]): ValueSchema<Value> {
  return (text) => {
    const value = values.find((each) => each === text);
    return value === undefined ? { problem: `must be one of ${values.join(', ')}` } : { value };
  };
}

export function that(isValid: (text: string) => boolean, problem: string): ValueSchema<string> {
  return (text) => (isValid(text) ? { value: text } : { problem });
}

export const Bytes: ValueSchema<number> = numberLike(/^[1-9][0-9]{0,14}$/, 'must be a positive whole number');
/** `0` means unlimited. */
export const QuotaValue: ValueSchema<number> = numberLike(
  /^(0|[1-9][0-9]{0,14})$/,
  'must be a whole number, or 0 for unlimited',
);
export const Port: ValueSchema<number> = numberLike(/^[0-9]{1,5}$/, 'must be a number from 0 to 65535', 65_535);
export const PostgresUrl: ValueSchema<string> = matching(/^postgres(ql)?:\/\//, 'must be a postgres:// URL');

export const HttpUrl: ValueSchema<string> = (text) => {
  // URL ignores tabs and line breaks, which a value may get when it is wrapped.
  const url = text.trim().replaceAll(/[\t\n\r]/g, '');
  const isUrl = /^https?:\/\//i.test(url) && URL.canParse(url);
  return isUrl ? { value: url } : { problem: 'must be an http:// or https:// URL' };
};
export const MailUrl: ValueSchema<string> = that(isMailUrl, 'must be an smtp:// or smtps:// URL');
export const MailAddress: ValueSchema<string> = matching(/^[^\s@<>,;"]+@[^\s@<>,;"]+$/, 'must be an e-mail address');
export const Text: ValueSchema<string> = (text) => ({ value: text });

export const OFF = 'off';
export const SourceUrl: ValueSchema<string> = that(
  isSourceUrl,
  'must be `off`, or an https://, http:// or file:/// URL without a query',
);
export const FileUrl: ValueSchema<string> = that(
  isFileUrl,
  'must be `off`, or the https://, http:// or file:/// URL of a file',
);

export const PackageIndexes: ValueSchema<readonly PackageIndexSetting[]> = (text) => {
  const indexes = toList(text).map(parsePackageIndex);
  if (indexes.every((index) => index !== undefined)) return { value: indexes };
  return {
    problem:
      'must be a list of <release>=<URL>, for example Debian:12=https://deb.debian.org/.../Packages.gz; only Debian, Ubuntu and Alpine are supported',
  };
};

export interface PackageIndexSetting extends IndexedRelease {
  readonly url: string;
}

export const DistributionFiles: ValueSchema<readonly DistributionFileSetting[]> = (text) => {
  const files = toList(text).map(parseDistributionFile);
  if (!files.every((file) => file !== undefined))
    return {
      problem:
        'must be a list of <distribution>[:<release>[:<name>]]=<URL>, for example Azure Linux:3=https://.../azurelinux-3.0-oval.xml; docs/operate/advisories.md lists the distributions',
    };
  if (new Set(files.map((file) => file.directory)).size === files.length) return { value: files };
  return {
    problem: 'must have a different name for each file, for example Amazon Linux:2 and Amazon Linux:2:kernel-5.15',
  };
};

export interface DistributionFileSetting extends PublishedFile {
  readonly url: string;
}

export const ProxyUrl: ValueSchema<string> = (text) => {
  // Many machines have `proxy:3128`, without a scheme.
  const url = text.includes('://') ? text : `http://${text}`;
  return isProxyUrl(url) ? { value: url } : { problem: 'must be the http:// or https:// URL of a proxy' };
};

export const FAMILIES: readonly Family[] = ECOSYSTEMS.map(({ family }) => family);
/** Directories of OSV about git repositories: large, and needed only for software that no package manager installed. */
const REPOSITORY_DIRECTORIES: readonly string[] = [GIT_FAMILY, 'OSS-Fuzz'];
export const Ecosystems: ValueSchema<readonly string[]> = (text) => {
  const names = [...new Set(toList(text))];
  const unknown = names.find((name) => !isDirectory(name));
  if (names.length > 0 && unknown === undefined) return { value: names };
  const which = unknown === undefined ? '' : `: ${quote(unknown)} is unknown`;
  // The list of all ecosystems is too long for a message.
  return { problem: `must be a list of ecosystems, spelled as in docs/reference/configuration.md${which}` };
};

function isDirectory(name: string): boolean {
  return FAMILIES.some((family) => family === name) || REPOSITORY_DIRECTORIES.includes(name);
}

export function toList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function parsePackageIndex(text: string): PackageIndexSetting | undefined {
  const equals = text.indexOf('=');
  const release = parseIndexedRelease(text.slice(0, Math.max(equals, 0)));
  const url = text.slice(equals + 1);
  return release === undefined || url === OFF || !isFileUrl(url) ? undefined : { ...release, url };
}

// Paths are appended to the URL, so a query would be lost; a file URL must be local.
function isSourceUrl(text: string): boolean {
  return isFileUrl(text) && (text === OFF || URL.parse(text)?.search === '');
}

function parseDistributionFile(text: string): DistributionFileSetting | undefined {
  const equals = text.indexOf('=');
  const file = parsePublishedFile(text.slice(0, Math.max(0, equals)));
  const url = text.slice(equals + 1);
  return file !== undefined && url !== OFF && isFileUrl(url) ? { ...file, url } : undefined;
}

function isFileUrl(text: string): boolean {
  if (text === OFF) return true;
  const url = URL.parse(text);
  if (url === null || url.hash !== '') return false;
  return ['https:', 'http:'].includes(url.protocol) || (url.protocol === 'file:' && url.host === '');
}

function isProxyUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !['https:', 'http:'].includes(url.protocol) || url.hostname === '') return false;
  return isEncoded(url.username) && isEncoded(url.password);
}

function isMailUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') return false;
  return ['', '/'].includes(url.pathname) && url.search === '' && isEncoded(url.username) && isEncoded(url.password);
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
