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
