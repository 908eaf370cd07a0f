/**
 * Names of advisory files that distributions publish in forms of their own: `Oracle Linux`, `Azure Linux:3`,
 * `Amazon Linux:2:kernel-5.15`. The name is the directory of the records, which its first part assigns to an ecosystem. The release
 * is that of a file that states none, and limits what is used of a file with several; the last part only tells files apart.
 */
import { findDistribution } from '../../identity/distro/distributions.ts';
import type { DistributionFamily } from '../../vocabulary/package.ts';

export interface PublishedFile {
  readonly directory: string;
  readonly family: DistributionFamily;
  readonly release: string | undefined;
}

/** Distributions whose own files can be read. */
const PUBLISHING_FAMILIES = [
  'Amazon Linux',
  'Oracle Linux',
  'Azure Linux',
  'Photon OS',
  'Fedora',
] as const satisfies readonly DistributionFamily[];

// Their files do not state the release.
const NEED_RELEASE: ReadonlySet<string> = new Set(['Azure Linux', 'Photon OS']);
const NAME = /^([A-Za-z ]{1,32})(?::([0-9.]{1,16})(?::[A-Za-z0-9._-]{1,64})?)?$/;

/** Returns undefined if the text is not the name of a file of a supported distribution. */
export function parsePublishedFile(text: string): PublishedFile | undefined {
  const [, name = '', stated] = NAME.exec(text) ?? [];
  const family = PUBLISHING_FAMILIES.find((each) => each === name);
  if (family === undefined || (stated === undefined && NEED_RELEASE.has(family))) return undefined;
  if (stated === undefined) return { directory: text, family, release: undefined };
  const release = findDistribution(family)?.parseRelease(stated).release;
  return release === undefined ? undefined : { directory: text, family, release };
}

/** The ecosystem of the records in a directory: `Amazon Linux` for `Amazon Linux:2:kernel-5.15`. */
export function ecosystemOfDirectory(directory: string): string {
  const [ecosystem = ''] = directory.split(':', 1);
  return ecosystem;
}
