/** Reads the versions in one ecosystem of an OSV export: range bounds and listed versions of all packages. */
import { text } from 'node:stream/consumers';
import { openPromise } from 'yauzl';

interface OsvRecord {
  readonly affected?: readonly {
    readonly package?: { readonly ecosystem?: string };
    readonly versions?: readonly string[] | null;
    readonly ranges?: readonly {
      readonly type: string;
      readonly events: readonly Readonly<Record<string, string>>[];
    }[];
  }[];
}

export async function readFeedVersions(zipFile: string, ecosystem: string): Promise<Set<string>> {
  const versions = new Set<string>();
  const zip = await openPromise(zipFile, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('.json')) continue;
    const record = JSON.parse(await text(await zip.openReadStreamPromise(entry))) as OsvRecord;
    for (const version of versionsOf(record, ecosystem)) versions.add(version);
  }
  return versions;
}

function* versionsOf({ affected = [] }: OsvRecord, ecosystem: string): Generator<string> {
  for (const entry of affected) {
    if (entry.package?.ecosystem?.split(':', 1)[0] !== ecosystem) continue;
    yield* entry.versions ?? [];
    for (const { type, events } of entry.ranges ?? []) {
      if (type !== 'GIT') for (const event of events) yield* Object.values(event);
    }
  }
}
