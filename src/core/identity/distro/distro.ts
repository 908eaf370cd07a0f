/** A distribution as texts name it: the contract of this folder. */
import type { DistributionFamily } from '../package-identity.ts';

export interface Distro {
  readonly family: DistributionFamily;
  /** Undefined: the text names the distribution and no release that is known. Empty: it has none. */
  readonly release: string | undefined;
  readonly channel?: string;
  /** The distribution is another one, which takes over the packages of the family. `ahead`: and is ahead of its releases. */
  readonly alias?: 'same' | 'ahead';
}

/** A release in the words of one distribution: what stands behind its name, in small letters. */
export type ReadRelease = (
  text: string,
) => Pick<Distro, 'channel' | 'alias'> & { readonly release: string | undefined };

export interface DistributionNames {
  readonly family: DistributionFamily;
  readonly purlType: 'deb' | 'apk' | 'rpm';
  /** In small letters: of purl namespaces, of `/etc/os-release` and of tools. */
  readonly names: readonly string[];
  readonly alias?: Distro['alias'];
  readonly readRelease: ReadRelease;
}
