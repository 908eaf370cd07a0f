/**
 * Parses CISA's catalog of known exploited vulnerabilities (KEV).
 * https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities_schema.json
 */
import { isCveId } from '../../identity/vulnerability-id.ts';
import { LIMITS } from '../../limits.ts';
import type { ParsedEnrichment, KevFacts } from './enrichment.ts';
import { parseDay, parseInstant } from '../instant.ts';
import { cleanText, listIn, numberIn, textIn } from '../record-fields.ts';

export interface KevCatalog {
  readonly entries: readonly unknown[];
  readonly releasedAt: string | null;
  /** Number of entries according to the catalog itself. */
  readonly count: number | undefined;
}

/** Takes the parsed JSON file. Returns undefined if it is not a catalog. */
export function parseKevCatalog(file: unknown): KevCatalog | undefined {
  const entries = listIn(file, 'vulnerabilities');
  if (entries.length === 0) return undefined;
  const releasedAt = parseInstant(textIn(file, 'dateReleased') ?? '') ?? null;
  return { entries, releasedAt, count: numberIn(file, 'count') };
}

export function parseKevEntry(entry: unknown): ParsedEnrichment<{ readonly cve: string; readonly kev: KevFacts }> {
  const cve = textIn(entry, 'cveID')?.trim() ?? '';
  if (!isCveId(cve)) return { kind: 'bad', problem: 'no CVE id' };
  const dateAdded = parseDay(textIn(entry, 'dateAdded') ?? '');
  if (dateAdded === undefined) return { kind: 'bad', problem: 'no date added' };
  const kev = {
    dateAdded,
    dueDate: parseDay(textIn(entry, 'dueDate') ?? '') ?? null,
    ransomware: textIn(entry, 'knownRansomwareCampaignUse')?.trim().toLowerCase() === 'known',
    name: displayText(entry, 'vulnerabilityName', LIMITS.advisoryTitleCharactersMax),
    action: displayText(entry, 'requiredAction', LIMITS.detailTextCharactersMax),
  };
  return { kind: 'read', enrichment: { cve, kev } };
}

function displayText(entry: unknown, member: string, charactersMax: number): string | null {
  const text = textIn(entry, member);
  return text === undefined ? null : cleanText(text, charactersMax);
}
