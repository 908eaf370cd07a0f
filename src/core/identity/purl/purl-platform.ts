/**
 * The platform of a package according to its purl: `arch` for system packages, `goos` and `goarch` for Go modules. Called for
 * every component of a document, so a purl without such a qualifier is not parsed.
 */
import { toGoArch, toGoOs, toKnownNames } from '../platform-names.ts';
import { parsePurl, type Purl } from './purl.ts';

export interface PurlPlatform {
  readonly os: readonly string[];
  readonly arch: readonly string[];
}

const NOTHING: PurlPlatform = { os: [], arch: [] };
const QUALIFIER = /[?&](?:arch|goos|goarch)=/i;

/** Returns empty lists if the platform is missing or unknown. */
export function platformOfPurl(text: string | null): PurlPlatform {
  const purl = text !== null && QUALIFIER.test(text) ? parsePurl(text).purl : undefined;
  return purl === undefined ? NOTHING : platformOfParsed(purl);
}

/** Same as `platformOfPurl`, for a parsed purl. */
export function platformOfParsed({ qualifiers }: Pick<Purl, 'qualifiers'>): PurlPlatform {
  const os = qualifiers.get('goos');
  const arch = qualifiers.get('goarch') ?? qualifiers.get('arch');
  return {
    os: os === undefined ? [] : toKnownNames([os], toGoOs),
    arch: arch === undefined ? [] : toKnownNames([arch], toGoArch),
  };
}
