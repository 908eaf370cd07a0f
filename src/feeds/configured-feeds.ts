/** Creates the configured sources of an installation, for the scheduled sync of the server and for the command line. */
import { isDistribution } from '../core/identity/ecosystems/ecosystem.ts';
import type { FileFeed, Feed } from './feed.ts';
import { createEpssFeed } from './enrichment/epss.ts';
import type { FileSource } from './fetch-file.ts';
import { createKevFeed } from './enrichment/kev.ts';
import { createJarTableFeed } from './enrichment/jar-table.ts';
import { createPackageIndexFeed, type PackageIndex } from './enrichment/package-index.ts';
import { createDistributionsFeed, type DistributionFile } from './distributions/distributions.ts';
import { createRedHatFeed, RED_HAT } from './redhat/redhat.ts';
import { createReleasesFeed } from './releases/releases.ts';
import { createNvdFeed } from './nvd/nvd.ts';
import { createOsvFeed, type OsvFeedOptions } from './osv/osv.ts';
import { createVulnrichmentFeed } from './enrichment/vulnrichment.ts';

export interface FeedSettings extends Omit<OsvFeedOptions, 'url'> {
  /** Undefined if the source is disabled. */
  readonly osvUrl: string | undefined;
  readonly redHatUrl: string | undefined;
  readonly nvdUrl: string | undefined;
  /** Empty if the source is disabled. */
  readonly distributionFiles: readonly DistributionFile[];
}

export function createConfiguredFeeds(all: FeedSettings): Feed[] {
  const { osvUrl, redHatUrl, nvdUrl, distributionFiles, ...settings } = all;
  const { ecosystems, ...common } = settings;
  const hasRedHat = redHatUrl !== undefined && ecosystems.includes(RED_HAT);
  const files = distributionFiles.filter(({ family }) => ecosystems.includes(family));
  const year = (): number => new Date().getUTCFullYear();
  return [
    ...(osvUrl === undefined ? [] : [createOsvFeed({ url: osvUrl, ...settings })]),
    ...(hasRedHat ? [createRedHatFeed({ url: redHatUrl, ...settings })] : []),
    ...(files.length > 0 ? [createDistributionsFeed({ files, ...common })] : []),
    // Without advisories of the release, its end is no news.
    ...(hasRedHat || files.length > 0 || (osvUrl !== undefined && ecosystems.some(isDistribution))
      ? [createReleasesFeed(settings)]
      : []),
    ...(nvdUrl === undefined ? [] : [createNvdFeed({ url: nvdUrl, year, ...common })]),
  ];
}

export interface EnrichmentSettings extends Pick<FileSource, 'stagingDir' | 'proxy'> {
  /** Undefined if the source is disabled. */
  readonly kevUrl: string | undefined;
  readonly epssUrl: string | undefined;
  readonly ssvcUrl: string | undefined;
  /** Empty if the source is disabled. */
  readonly packageIndexes: readonly PackageIndex[];
  readonly jarsUrl: string | undefined;
}

export function createConfiguredEnrichment(settings: EnrichmentSettings): FileFeed[] {
  const { kevUrl, epssUrl, ssvcUrl, packageIndexes, jarsUrl, ...common } = settings;
  return [
    ...(kevUrl === undefined ? [] : [createKevFeed({ url: kevUrl, ...common })]),
    ...(epssUrl === undefined ? [] : [createEpssFeed({ url: epssUrl, ...common })]),
    ...(ssvcUrl === undefined ? [] : [createVulnrichmentFeed({ url: ssvcUrl, ...common })]),
    ...(packageIndexes.length === 0 ? [] : [createPackageIndexFeed({ indexes: packageIndexes, ...common })]),
    ...(jarsUrl === undefined ? [] : [createJarTableFeed({ url: jarsUrl, ...common })]),
  ];
}
