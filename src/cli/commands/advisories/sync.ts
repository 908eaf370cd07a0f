/** `assay advisories sync`: syncs the configured sources now, whether they are due or not. */
import { join } from 'node:path';
import { loadConfig, type Config } from '../../../config.ts';
import { quote } from '../../../core/errors.ts';
import { SOURCE_NAMES } from '../../../core/vocabulary/source.ts';
import { createConfiguredEnrichment, createConfiguredFeeds } from '../../../feeds/configured-feeds.ts';
import type { Sources } from '../../../pipeline/advisories/refresh-all.ts';
import { ADVISORIES_OFF, USAGE_INVALID } from '../../errors.ts';
import { untilInterrupted } from '../../terminal/interruption.ts';
import { parseArguments } from '../../terminal/parse-arguments.ts';
import { syncSources } from './sync-sources.ts';
import { withRefreshDeps } from './refresh-deps.ts';

const FLAGS = { complete: { type: 'boolean' }, 'accept-shrink': { type: 'boolean' } } as const;

export async function sync(parameters: readonly string[]): Promise<void> {
  const { values, places } = parseArguments('advisories sync', parameters, FLAGS, [], ['a source']);
  const [source] = places;
  if (source !== undefined && !(SOURCE_NAMES as readonly string[]).includes(source))
    throw USAGE_INVALID({ problem: `Unknown source ${quote(source)}. Use one of ${SOURCE_NAMES.join(', ')}.` });
  const config = loadConfig();
  const all = configuredSources(config);
  const isWanted = ({ name }: { readonly name: string }): boolean => source === undefined || name === source;
  const sources = { feeds: all.feeds.filter(isWanted), enrichment: all.enrichment.filter(isWanted) };
  if (sources.feeds.length + sources.enrichment.length === 0)
    throw ADVISORIES_OFF({ setting: settingOf(source ?? 'osv') });
  const options = {
    kind: values.complete === true ? 'complete' : 'delta',
    acceptShrink: values['accept-shrink'] ?? false,
  } as const;
  await untilInterrupted(
    async (signal) => await withRefreshDeps(config, signal, async (deps) => await syncSources(deps, sources, options)),
  );
}

function settingOf(source: string): string {
  return source === 'packages' ? 'ASSAY_PACKAGE_INDEXES' : `ASSAY_${source.toUpperCase()}_URL`;
}

/** The same sources as in `assay serve`. */
export function configuredSources({ advisories, dataDir, proxy }: Config): Sources {
  const common = { stagingDir: join(dataDir, 'staging'), proxy };
  return {
    feeds: createConfiguredFeeds({ url: advisories.osvUrl, ecosystems: advisories.ecosystems, ...common }),
    enrichment: createConfiguredEnrichment({ ...advisories, ...common }),
  };
}
