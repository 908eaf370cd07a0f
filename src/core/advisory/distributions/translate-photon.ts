/**
 * Translates the list of vulnerabilities of a Photon OS release, `cve_data_photon5.0.json`, into OSV records: one per
 * vulnerability, with its packages. https://packages.vmware.com/photon/photon_cve_metadata/
 */
import { isVulnerabilityId } from '../../identity/vulnerability-id.ts';
import { numberIn, textIn } from '../record-fields.ts';
import type { NoticeRecord } from './notice.ts';

/** The list has no times, so all records have that of the file. Also returns the number of lines without an id or a package. */
export function translatePhotonList(
  list: readonly unknown[],
  { ecosystem, modified }: { readonly ecosystem: string; readonly modified: string },
): { readonly records: readonly NoticeRecord[]; readonly skipped: number } {
  const usable = list.filter((line) => isVulnerabilityId(textIn(line, 'cve_id') ?? '') && textIn(line, 'pkg'));
  const byId = Map.groupBy(usable, (line) => textIn(line, 'cve_id') ?? '');
  const records = [...byId].map(([id, lines]) => ({
    id,
    modified,
    database_specific: { severity: toSeverity(highestScore(lines)) },
    affected: listAffected(lines, ecosystem),
  }));
  return { records, skipped: list.length - usable.length };
}

function highestScore(lines: readonly unknown[]): number {
  return lines.reduce<number>((highest, line) => Math.max(highest, numberIn(line, 'cve_score') ?? 0), 0);
}

function listAffected(lines: readonly unknown[], ecosystem: string): readonly unknown[] {
  const states = lines.map((line) => ({ name: textIn(line, 'pkg') ?? '', events: eventsOf(line) }));
  const distinct = new Map(states.map((state) => [JSON.stringify(Object.values(state)), state]));
  return [...distinct.values()].map(({ name, events }) => ({
    package: { ecosystem, name },
    ranges: [{ type: 'ECOSYSTEM', events }],
  }));
}

const NONE = 'NA';
const BEFORE = /^all versions before (\S{1,512}) are vulnerable$/;

function eventsOf(line: unknown): readonly Readonly<Record<string, string>>[] {
  if (textIn(line, 'status')?.toLowerCase() === 'not affected') return [{ introduced: '0' }, { fixed: '0' }];
  const resolved = textIn(line, 'res_ver') ?? NONE;
  const fixed = resolved === NONE ? BEFORE.exec(textIn(line, 'aff_ver') ?? '')?.[1] : resolved;
  return fixed === undefined || fixed === NONE ? [{ introduced: '0' }] : [{ introduced: '0' }, { fixed }];
}

const SEVERITIES: readonly (readonly [number, string])[] = [
  [9, 'critical'],
  [7, 'high'],
  [4, 'medium'],
  [0.1, 'low'],
];

/** The list has scores without a vector. https://www.first.org/cvss/v3-1/specification-document#Qualitative-Severity-Rating-Scale */
function toSeverity(score: number): string | undefined {
  return SEVERITIES.find(([min]) => score >= min)?.[1];
}
