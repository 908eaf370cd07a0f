/** The types for distributions named in text. */
import type { DistributionFamily } from '../../vocabulary/package.ts';

export interface Distro {
  readonly family: DistributionFamily;
  /** Undefined if the text names the distribution but no known release. Empty if the distribution has no releases. */
  readonly release: string | undefined;
  readonly channel?: string;
  /**
   * The distribution is a derivative that uses the packages of the family. `ahead`: it is ahead of the releases of the family.
   */
  readonly alias?: 'same' | 'ahead';
}

/** Parses a release as one distribution writes it: the text after the name, in lower case. */
export type ParseRelease = (
  text: string,
) => Pick<Distro, 'channel' | 'alias'> & { readonly release: string | undefined };

export interface DistributionNames {
  readonly family: DistributionFamily;
  readonly purlType: 'deb' | 'apk' | 'rpm';
  /** In lower case: names in purl namespaces, in `/etc/os-release` and in tools. */
  readonly names: readonly string[];
  readonly alias?: Distro['alias'];
  readonly parseRelease: ParseRelease;
}
