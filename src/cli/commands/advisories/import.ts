/**
 * `assay advisories import <file>`: imports a bundle through the same path as every refresh. The whole bundle is checked first.
 * Its data is stored as that of the sources themselves, so that they can continue from it.
 */
import { resolve } from 'node:path';
import { CPE_FAMILY } from '../../../core/vocabulary/package.ts';
import { DISTRIBUTIONS } from '../../../core/vocabulary/source.ts';
import { loadConfig, type Config } from '../../../config.ts';
import { openBundle, type Bundle } from '../../../feeds/bundle/bundle.ts';
import type { Feed } from '../../../feeds/feed.ts';
import type { Sources } from '../../../pipeline/advisories/refresh-sources.ts';
import type { RefreshDeps } from '../../../pipeline/advisories/refresh-source.ts';
import { backdateSource, registerSources, listSources } from '../../../store/advisories/sources.ts';
import { BUNDLE_INTERRUPTED } from '../../errors.ts';
import { untilInterrupted } from '../../terminal/interruption.ts';
import { describePreparation } from './export.ts';
import { syncSources, configuredSources, withRefreshDeps } from './sync.ts';

const RECORDS_OF: ReadonlySet<string> = new Set(['osv', 'redhat', DISTRIBUTIONS, 'releases', 'nvd']);
const OTHER_VERSION = 'Another version of Assay has created it, so its records are parsed again, which takes longer.\n';

export async function importAdvisories(values: { readonly 'accept-shrink': boolean }, file: string): Promise<void> {
  const path = resolve(file);
  const config = loadConfig();
  await untilInterrupted(async (signal) => {
    const prepared = await describePreparation();
    const ecosystems = [...config.advisories.ecosystems, CPE_FAMILY];
    const bundle = await openBundle(path, { ecosystems, prepared, signal }).catch((error: unknown) => {
      throw signal.aborted ? BUNDLE_INTERRUPTED(undefined, { cause: error }) : error;
    });
    try {
      process.stdout.write(`The bundle ${path} was created on ${bundle.createdAt}.\n`);
      if (bundle.areRowsUsable === false) process.stdout.write(OTHER_VERSION);
      const acceptShrink = values['accept-shrink'];
      await withRefreshDeps(config, signal, async (deps) => await importBundle(deps, config, bundle, acceptShrink));
    } finally {
      await bundle.close();
    }
  });
}

async function importBundle(deps: RefreshDeps, config: Config, bundle: Bundle, acceptShrink: boolean): Promise<void> {
  const configured = configuredSources(config);
  const sources = await toSources(deps, configured, bundle);
  const names = [...sources.feeds, ...sources.enrichment].map(({ name }) => name);
  const startedAt = new Date(deps.now()).toISOString();
  try {
    await syncSources(deps, sources, { kind: 'complete', acceptShrink }, () => 'the bundle');
  } finally {
    await deps.database.reference(async (tx) => {
      // The age of the data is that of the bundle, not of its import.
      for (const name of names) await backdateSource(tx, name, startedAt, bundle.createdAt);
      // As after every start: sources that are not fetched are not waited for.
      await registerSources(tx, [...configured.feeds, ...configured.enrichment]);
    });
  }
}

/** Keeps the configured URLs of the sources instead of the path of the bundle. */
async function toSources(deps: RefreshDeps, configured: Sources, bundle: Bundle): Promise<Sources> {
  const stored = await deps.database.reference(listSources);
  const known = [...stored, ...configured.feeds, ...configured.enrichment];
  const urlOf = (name: string): string => known.find((source) => source.name === name)?.url ?? 'bundle';
  return {
    feeds: bundle.feeds
      .filter(({ name }) => RECORDS_OF.has(name))
      .map((feed) => ({ ...withoutMissing(feed), url: urlOf(feed.name) })),
    enrichment: bundle.enrichment.map((feed) => ({ ...feed, url: urlOf(feed.name) })),
  };
}

/** A bundle does not state anything about directories that it does not contain. */
function withoutMissing(feed: Feed): Feed {
  return {
    ...feed,
    listDirectories: async (options) => ({ ...(await feed.listDirectories(options)), missing: [] }),
  };
}
