/**
 * How a service of the demo is written down: the packages of its first version, one line each, and what later versions change.
 * Documents are made from it, so that the whole history of a service fits on a page.
 */

export interface DemoService {
  readonly name: string;
  /** Where its documents come from, one after the other in each version. */
  readonly documents: readonly DemoDocument[];
  /** In the order in which they arrive. */
  readonly versions: readonly DemoVersion[];
}

export interface DemoDocument {
  readonly format: 'cyclonedx' | 'spdx';
  /** What the document is about; a container has the address of its image as well. */
  readonly subject: string;
  readonly image?: string;
  /** Of packages whose line does not say it: `npm`, `maven`, `deb`. */
  readonly type: string;
  /** Behind the purl of packages of a system: `distro=debian-12`. */
  readonly qualifiers?: string;
  /**
   * A line per package: `* express@4.17.1 > qs debug` is a direct one that needs two others,
   * `deb:libc6@2.36-9 (glibc)` comes from another source package, `pypi:six@1.16.0 of python3-six` is part of one of the system,
   * which only SPDX can say, `vite@4.0.0 [excluded]` has a scope, and `left-pad` no version.
   */
  readonly packages: string;
}

export interface DemoVersion {
  readonly name: string;
  readonly branch?: string;
  readonly tags?: readonly string[];
  readonly aliases?: readonly string[];
  /**
   * For each document in turn the lines that differ from the version before; `-moment` takes a package away, and a document
   * without an entry stays as it was. `null`: the version does not have the document yet.
   */
  readonly changes: readonly (string | null)[];
}
