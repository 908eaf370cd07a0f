/**
 * What a package was built for, as its purl says: `arch` of packages of a system, `goos` and `goarch` of Go modules. Asked for
 * every component of a document, so a purl without such a qualifier is not even read.
 */
import { toGoArch, toGoOs, toKnownWords } from './platform-words.ts';
import { parsePurl, type Purl } from './purl.ts';

export interface PurlPlatform {
  readonly os: readonly string[];
  readonly arch: readonly string[];
}

const NOTHING: PurlPlatform = { os: [], arch: [] };
const QUALIFIER = /[?&](?:arch|goos|goarch)=/i;

/** Empty lists where it does not say, or in words that nobody knows. */
export function platformOfPurl(text: string | null): PurlPlatform {
  const purl = text !== null && QUALIFIER.test(text) ? parsePurl(text).purl : undefined;
  return purl === undefined ? NOTHING : platformOfParsed(purl);
}

/** Of a purl that was read already. */
export function platformOfParsed({ qualifiers }: Pick<Purl, 'qualifiers'>): PurlPlatform {
  const os = qualifiers.get('goos');
  const arch = qualifiers.get('goarch') ?? qualifiers.get('arch');
  return {
    os: os === undefined ? [] : toKnownWords([os], toGoOs),
    arch: arch === undefined ? [] : toKnownWords([arch], toGoArch),
  };
}
