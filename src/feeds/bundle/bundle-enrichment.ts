/** Reads the enrichment of CVE ids from a bundle, with the same checks as for the sources themselves. */
import { z } from 'zod';
import type { Enrichment, ParsedEnrichment } from '../../core/advisory/enrichment/enrichment.ts';
import { parseDay, parseInstant } from '../../core/advisory/instant.ts';
import { isCveId } from '../../core/identity/vulnerability-id.ts';
import { parseJsonText } from '../../core/json/parse-json-text.ts';
import { LIMITS } from '../../core/limits.ts';
import { EXPLOITATION_STATES, TECHNICAL_IMPACTS } from '../../core/vocabulary/severity.ts';
import type { BundleFile } from './bundle-file.ts';
import type { EnrichmentSection, Item } from './bundle-format.ts';
import type { EnrichmentFeed } from '../enrichment-feed.ts';
import { checkAge, toBatches } from '../enrichment/guard-enrichment.ts';

export function createBundleEnrichment(file: BundleFile, section: EnrichmentSection, url: string): EnrichmentFeed {
  const { part, asOf, storedBytes } = section;
  return {
    name: part,
    url,
    read: async (request, onProgress) => {
      checkAge(part, asOf, request);
      const signal = request.signal ?? new AbortController().signal;
      const rows = { source: part, readings: readRows(file, section, signal), bytes: storedBytes };
      const batches = toBatches(rows, request, onProgress);
      // The caller that opened the bundle closes it.
      return await Promise.resolve({ kind: 'read', part, asOf, batches, close: async () => {} });
    },
  };
}

async function* readRows(
  file: BundleFile,
  section: EnrichmentSection,
  signal: AbortSignal,
): AsyncGenerator<readonly ParsedEnrichment<Enrichment>[]> {
  const Facts = FACTS[section.part];
  for await (const items of file.readSection(section, signal)) yield items.map((item) => parseRow(item, Facts));
}

const Day = z.string().refine((text) => parseDay(text) !== undefined);
const Instant = z.string().refine((text) => parseInstant(text) !== undefined);
const Text = z.string().max(LIMITS.detailTextCharactersMax).nullable();
const Share = z.number().min(0).max(1);

const FACTS = {
  kev: z.strictObject({
    kev: z.strictObject({ dateAdded: Day, dueDate: Day.nullable(), ransomware: z.boolean(), name: Text, action: Text }),
  }),
  epss: z.strictObject({ epss: z.strictObject({ score: Share, percentile: Share.nullable() }) }),
  ssvc: z.strictObject({
    ssvc: z.strictObject({
      exploitation: z.enum(EXPLOITATION_STATES).nullable(),
      automatable: z.boolean().nullable(),
      technicalImpact: z.enum(TECHNICAL_IMPACTS).nullable(),
      at: Instant.nullable(),
    }),
  }),
};

function parseRow({ name, bytes }: Item, Facts: (typeof FACTS)[keyof typeof FACTS]): ParsedEnrichment<Enrichment> {
  const facts = Facts.safeParse(parseJsonText(new TextDecoder().decode(bytes)));
  if (!isCveId(name) || !facts.success) return { kind: 'bad', problem: 'a row cannot be parsed' };
  return { kind: 'read', enrichment: { cve: name, ...facts.data } };
}
