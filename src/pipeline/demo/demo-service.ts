/**
 * The notation of a demo service: the packages of its first version, one line each, and the changes of later versions. SBOMs are
 * built from it, so that the whole history of a service fits on a page.
 */
import type { SbomFormat } from '../../core/vocabulary/sbom.ts';

export interface DemoService {
  readonly name: string;
  /** The SBOMs of each version, in order. */
  readonly documents: readonly DemoDocument[];
  /** In upload order. */
  readonly versions: readonly DemoVersion[];
}

export interface DemoDocument {
  readonly format: SbomFormat;
  /** The subject of the SBOM; a container also has the address of its image. */
  readonly subject: string;
  readonly image?: string;
  /** Type of packages whose line does not name one: `npm`, `maven`, `deb`. */
  readonly type: string;
  /** Appended to the purl of system packages: `distro=debian-12`. */
  readonly qualifiers?: string;
  /**
   * One line per package: `* express@4.17.1 > qs debug` is a direct dependency that depends on two others, `deb:libc6@2.36-9
   * (glibc)` comes from another source package, `pypi:six@1.16.0 of python3-six` is part of a system package, which only SPDX can
   * express, `vite@4.0.0 [excluded]` has a scope, and `left-pad` has no version.
   */
  readonly packages: string;
}

export interface DemoVersion {
  readonly name: string;
  readonly branch?: string;
  readonly tags?: readonly string[];
  readonly aliases?: readonly string[];
  /**
   * The changed lines of each document in order; `-moment` removes a package, and a document without an entry stays as it was.
   * `null` means that the version does not have the document yet.
   */
  readonly changes: readonly (string | null)[];
}

/** Parses the package lines of the demo and applies them to the packages of the previous version. */

export interface DemoPackage {
  readonly name: string;
  readonly type: string | undefined;
  /** Empty if unknown. */
  readonly version: string;
  readonly isDirect: boolean;
  readonly source: string | undefined;
  readonly scope: string | undefined;
  /** The system package that owns its files. */
  readonly owner: string | undefined;
  readonly needs: readonly string[];
}

export type DemoPackages = ReadonlyMap<string, DemoPackage>;

/** A line with only a package and its version keeps the other properties of the package. */
export function applyLines(before: DemoPackages, text: string): DemoPackages {
  const after = new Map(before);
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    if (line.startsWith('-')) after.delete(line.slice(1));
    else {
      const read = parseLine(line);
      const known = after.get(read.name);
      after.set(read.name, known === undefined ? read : { ...known, version: read.version });
    }
  }
  return after;
}

function parseLine(line: string): DemoPackage {
  const [head = '', needs = ''] = line.split(' > ');
  const [withScope = '', owner] = head.split(' of ');
  const [withSource = '', scope] = withScope.split(' [');
  const [marked = '', source] = withSource.split(' (');
  const isDirect = marked.startsWith('* ');
  const address = isDirect ? marked.slice(2) : marked;
  const at = address.lastIndexOf('@');
  const named = at > 0 ? address.slice(0, at) : address;
  const colon = TYPED.exec(named)?.[1]?.length;
  return {
    name: colon === undefined ? named : named.slice(colon + 1),
    type: colon === undefined ? undefined : named.slice(0, colon),
    version: at > 0 ? address.slice(at + 1) : '',
    isDirect,
    source: source?.slice(0, -1),
    scope: scope?.slice(0, -1),
    owner,
    needs: needs.split(' ').filter((need) => need !== ''),
  };
}

// Maven names contain a colon: only these prefixes are types.
const TYPED = /^(npm|pypi|deb|apk|golang|composer|gem|nuget|generic|docker|none):/;
