/**
 * What a package was built for, as its purl says: `arch` of packages of a system, `goos` and `goarch` of Go modules. Asked for
 * every component of a document, so a purl without such a qualifier is not even read.
 */
import { toGoArch, toGoOs, toKnownWords } from './platform-words.ts';
import { parsePurl } from './purl.ts';

export interface PurlPlatform {
  readonly os: readonly string[];
  readonly arch: readonly string[];
}

const NOTHING: PurlPlatform = { os: [], arch: [] };
const QUALIFIER = /[?&](?:arch|goos|goarch)=/i;

/** Empty lists where it does not say, or in words that nobody knows. */
export function platformOfPurl(text: string | null): PurlPlatform {
  const qualifiers = text !== null && QUALIFIER.test(text) ? parsePurl(text).purl?.qualifiers : undefined;
  if (qualifiers === undefined) return NOTHING;
  const os = qualifiers.get('goos');
  const arch = qualifiers.get('goarch') ?? qualifiers.get('arch');
  return {
    os: os === undefined ? [] : toKnownWords([os], toGoOs),
    arch: arch === undefined ? [] : toKnownWords([arch], toGoArch),
  };
}
