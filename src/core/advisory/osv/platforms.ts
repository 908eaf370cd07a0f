/**
 * The operating systems and architectures that an affected package is limited to, for databases that have a field for it: the Go
 * database for each import of a module, RustSec for the package. Other databases state limits only in text. A limit counts only
 * if all of it is understood, because findings are dismissed by it.
 * https://go.dev/doc/security/vuln/database, https://github.com/rustsec/advisory-db
 */
import { toGoArch, toGoOs, toKnownNames } from '../../identity/platform-names.ts';
import type { AffectedEntry } from '../advisory.ts';
import { distinctPlatforms, type Platform } from '../platform.ts';
import { listIn, objectIn, textsIn } from '../record-fields.ts';

/** Returns no `platforms` if the package, or one of its imports, is affected everywhere. */
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
  return { os: toKnownNames(os, toGoOs), arch: toKnownNames(arch, toGoArch) };
}

function isAnywhere({ os, arch }: Platform): boolean {
  return os.length === 0 && arch.length === 0;
}
