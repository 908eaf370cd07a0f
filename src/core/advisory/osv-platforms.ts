/**
 * The systems and processors that an affected package is limited to, where a database has a member for it: that of Go for each
 * import of a module, RustSec for the package. Everything else is text. Only a limit that is understood as a whole counts, because
 * findings are dismissed by it.
 * https://go.dev/doc/security/vuln/database, https://github.com/rustsec/advisory-db
 */
import { toGoArch, toGoOs, toKnownWords } from '../identity/platform-words.ts';
import type { AffectedEntry } from './advisory.ts';
import { distinctPlatforms, type Platform } from './platform.ts';
import { listIn, objectIn, textsIn } from './record-fields.ts';

/** Nothing where the package is affected everywhere, or where one of its imports is. */
export function platformsOf(entry: unknown): Pick<AffectedEntry, 'platforms'> {
  const own = objectIn(entry, 'ecosystem_specific');
  const imports = listIn(own, 'imports');
  const affects = objectIn(own, 'affects');
  const stated =
    imports.length > 0
      ? imports.map((each) => toPlatform(textsIn(each, 'goos'), textsIn(each, 'goarch')))
      : [toPlatform(textsIn(affects, 'os'), textsIn(affects, 'arch'))];
  return stated.some(isAnywhere) ? {} : { platforms: distinctPlatforms(stated) };
}

function toPlatform(os: readonly string[], arch: readonly string[]): Platform {
  return { os: toKnownWords(os, toGoOs), arch: toKnownWords(arch, toGoArch) };
}

function isAnywhere({ os, arch }: Platform): boolean {
  return os.length === 0 && arch.length === 0;
}
