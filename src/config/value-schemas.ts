/** Schemas for the values of variables. Messages continue the name of the variable: `ASSAY_PORT must be a number ..`. */
import { z } from 'zod';
import { quote } from '../core/errors.ts';
import { parsePublishedFile, type PublishedFile } from '../core/advisory/distributions/published-file.ts';
import { ECOSYSTEMS } from '../core/identity/ecosystems/ecosystem.ts';
import { parseIndexedRelease, type IndexedRelease } from '../core/identity/distro/package-index.ts';
import { GIT_FAMILY, type Family } from '../core/vocabulary/package.ts';

export const Bytes = z
  .string()
  .regex(/^[1-9][0-9]{0,14}$/, 'must be a positive whole number')
  .transform(Number);
/** `0` means unlimited. */
export const QuotaValue = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,14})$/, 'must be a whole number, or 0 for unlimited')
  .transform(Number);
export const Port = z
  .string()
  .regex(/^[0-9]{1,5}$/, 'must be a number from 0 to 65535')
  .transform(Number)
  .pipe(z.int().max(65_535));
export const PostgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL');

export const HttpUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' });
export const MailUrl = z.string().refine(isMailUrl, 'must be an smtp:// or smtps:// URL');
export const MailAddress = z.string().regex(/^[^\s@<>,;"]+@[^\s@<>,;"]+$/, 'must be an e-mail address');
export const Text = z.string().min(1);

export const OFF = 'off';
export const SourceUrl = z
  .string()
  .refine(isSourceUrl, 'must be `off`, or an https://, http:// or file:/// URL without a query');
export const FileUrl = z
  .string()
  .refine(isFileUrl, 'must be `off`, or the https://, http:// or file:/// URL of a file');

export const PackageIndexes = z
  .string()
  .transform((text) => toList(text).map(parsePackageIndex))
  .refine(
    (indexes): indexes is PackageIndexSetting[] => indexes.every((index) => index !== undefined),
    'must be a list of <release>=<URL>, for example Debian:12=https://deb.debian.org/.../Packages.gz; only Debian, Ubuntu and Alpine are supported',
  );

export interface PackageIndexSetting extends IndexedRelease {
  readonly url: string;
}

export const DistributionFiles = z
  .string()
  .transform((text) => toList(text).map(parseDistributionFile))
  .refine(
    (files): files is DistributionFileSetting[] => files.every((file) => file !== undefined),
    'must be a list of <distribution>[:<release>[:<name>]]=<URL>, for example Azure Linux:3=https://.../azurelinux-3.0-oval.xml; docs/operate/advisories.md lists the distributions',
  )
  .refine(
    (files) => new Set(files.map((file) => file?.directory)).size === files.length,
    'must have a different name for each file, for example Amazon Linux:2 and Amazon Linux:2:kernel-5.15',
  );

export interface DistributionFileSetting extends PublishedFile {
  readonly url: string;
}

export const ProxyUrl = z
  .string()
  // Many machines have `proxy:3128`, without a scheme.
  .transform((text) => (text.includes('://') ? text : `http://${text}`))
  .refine(isProxyUrl, 'must be the http:// or https:// URL of a proxy');

export const FAMILIES: readonly Family[] = ECOSYSTEMS.map(({ family }) => family);
/** Directories of OSV about git repositories: large, and needed only for software that no package manager installed. */
const REPOSITORY_DIRECTORIES: readonly string[] = [GIT_FAMILY, 'OSS-Fuzz'];
export const Ecosystems = z
  .string()
  .transform((text) => [...new Set(toList(text))])
  .refine(
    (names) => names.length > 0 && names.every(isDirectory),
    // The list of all ecosystems is too long for a message.
    {
      error: ({ input }) =>
        `must be a list of ecosystems, spelled as in docs/reference/configuration.md${describeUnknown(input)}`,
    },
  );

function isDirectory(name: string): boolean {
  return FAMILIES.some((family) => family === name) || REPOSITORY_DIRECTORIES.includes(name);
}

function describeUnknown(names: unknown): string {
  const unknown: unknown = Array.isArray(names) ? names.find((name) => !isDirectory(String(name))) : undefined;
  return typeof unknown === 'string' ? `: ${quote(unknown)} is unknown` : '';
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
