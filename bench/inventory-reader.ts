/**
 * Parses one generated document in a separate process, so that the measured memory is that of this document: into the parts of an
 * inventory, as an analysis does, and by `JSON.parse` alone. Prints its figures as JSON.
 *
 *     node bench/inventory-reader.ts inventory cyclonedx 50000 rich
 */
import { enableCompileCache } from 'node:module';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { aLargeCycloneDxInventory, aLargeSpdxInventory } from '../test/support/large-inventory-document.ts';
import { parseInventory } from '../src/threads/inventory/parse-inventory.ts';
import { createThreadPool } from '../src/threads/pool/thread-pool.ts';
import type { ReaderFigures } from './inventory.ts';

// As `bin/assay.mjs` does, so that the first thread starts as it does in the program.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/assay', import.meta.url)));
const [how, format, count, richness] = process.argv.slice(2);
const size = { components: Number(count), richness: richness === 'rich' ? 'rich' : 'lean' } as const;
const document = format === 'spdx' ? aLargeSpdxInventory(size) : aLargeCycloneDxInventory(size);
const bytes = document.length;
const before = process.memoryUsage.rss();
let peak = before;
const sample = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 10);
const delay = monitorEventLoopDelay({ resolution: 1 });

delay.enable();
const start = performance.now();
const components = how === 'inventory' ? await readParts() : readWhole();
const ms = performance.now() - start;
delay.disable();
peak = Math.max(peak, process.memoryUsage.rss());
clearInterval(sample);
const figures: ReaderFigures = { bytes, components, ms, before, peak, longestStallMs: delay.max / 1e6 };
console.log(JSON.stringify(figures));

async function readParts(): Promise<number> {
  const threads = createThreadPool({ count: 1 });
  let kept = 0;
  const form =
    format === 'spdx'
      ? ({ format, specVersion: '2.3', path: '' } as const)
      : ({ format: 'cyclonedx', specVersion: '1.6', path: '' } as const);
  await parseInventory(
    threads,
    { ...form, bytes: document, distroOverride: undefined, image: undefined },
    async (part) => {
      if (part.kind === 'components') kept += part.count;
      return await Promise.resolve('go-on');
    },
  );
  await threads.close();
  return kept;
}

function readWhole(): number {
  const value = JSON.parse(document.toString('utf8')) as { components?: unknown[]; packages?: unknown[] };
  return (value.components ?? value.packages ?? []).length;
}
