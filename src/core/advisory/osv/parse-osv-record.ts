/**
 * Parses one OSV record, schema 1.3 to 1.7, into an advisory. The input is not trusted: members of the wrong type are ignored,
 * text is shortened and cleaned, and only a record that cannot be used at all is a problem. Never throws.
 * https://ossf.github.io/osv-schema/
 */
import { isVulnerabilityId } from '../../identity/vulnerability-id.ts';
import { LIMITS } from '../../limits.ts';
import type { Advisory, CvssRating } from '../advisory.ts';
import { rateVector } from '../severity/cvss.ts';
import { parseInstant } from '../instant.ts';
import { DISPUTED, mentionsIn } from '../mentions/mentions.ts';
import { RELEASE_END } from '../release-ends.ts';
import { parseAffected } from './parse-affected.ts';
import { parseLinks } from './parse-links.ts';
import { referencesOf } from '../references.ts';
import { cleanText, listIn, objectIn, textIn, textsIn } from '../record-fields.ts';
import { chooseSeverity } from '../severity/severity.ts';

export function parseOsvRecord(value: unknown): Advisory | { readonly problem: string } {
  const id = textIn(value, 'id');
  if (id === undefined || !isVulnerabilityId(id)) return { problem: 'The record has no valid "id".' };
  const published = instantIn(value, 'published');
  // PYSEC-2024-55 was modified in the year 1; the publication date is the next best value.
  const modified = instantIn(value, 'modified') ?? published;
  if (modified === undefined) return { problem: 'The record has no valid "modified".' };
  const excess = findExceededLimit(value);
  if (excess !== undefined) return { problem: excess };

  const affected = parseAffected(value);
  const links = parseLinks(value, id);
  const isNotice = isBugNotice(id, links);
  const cvss = ratingsOf(value);
  const title = cleanText(textIn(value, 'summary') ?? '', LIMITS.advisoryTitleCharactersMax);
  const details = cleanText(textIn(value, 'details') ?? '', LIMITS.advisoryDetailsCharactersMax);
  return {
    id,
    modified,
    published,
    withdrawn: instantIn(value, 'withdrawn'),
    ...links,
    title,
    details,
    class: isNotice ? 'informational' : classOf(value, id),
    severity: chooseSeverity(cvss, labelsOf(value)),
    cvss,
    cwes: cwesOf(value),
    references: referencesOf(listIn(value, 'references')),
    mentions: mentionsOf(value, title, details),
    // A bug fix notice does not mean that other versions are vulnerable.
    affected: isNotice ? [] : affected.entries,
    builtPackages: affected.builtPackages,
    entriesSkipped: affected.skipped + (isNotice ? affected.entries.length : 0),
  };
}

function instantIn(value: unknown, member: string): string | undefined {
  const text = textIn(value, member);
  return text === undefined ? undefined : parseInstant(text);
}

// Notices of bug fixes and enhancements; a notice that names a CVE is still a security notice.
const NO_SECURITY_NOTICE = /^(?:RHBA|RHEA|ALBA|ALEA)-/;

function isBugNotice(
  id: string,
  { aliases, upstream, related }: Pick<Advisory, 'aliases' | 'upstream' | 'related'>,
): boolean {
  return (
    NO_SECURITY_NOTICE.test(id) && ![...aliases, ...upstream, ...related].some((other) => other.startsWith('CVE-'))
  );
}

function classOf(value: unknown, id: string): Advisory['class'] {
  if (id.startsWith('MAL-')) return 'malicious';
  if (id.startsWith(RELEASE_END)) return 'end_of_life';
  const isInformational = listIn(value, 'affected').some(
    (entry) => textIn(objectIn(entry, 'database_specific'), 'informational') !== undefined,
  );
  return isInformational ? 'informational' : 'vulnerability';
}

/** Returns the ratings of the record or, if it has none, those of its packages, in a stable order without duplicates. */
function ratingsOf(value: unknown): readonly CvssRating[] {
  const own = listIn(value, 'severity');
  const severities = own.length > 0 ? own : listIn(value, 'affected').flatMap((entry) => listIn(entry, 'severity'));
  const ratings = new Map<string, CvssRating>();
  for (const severity of severities) {
    if (ratings.size >= LIMITS.advisoryRatingsMax) break;
    if (textIn(severity, 'type')?.startsWith('CVSS_') !== true) continue;
    const rating = rateVector(textIn(severity, 'score') ?? '');
    if (!('problem' in rating)) ratings.set(rating.vector, rating);
  }
  return [...ratings.values()];
}

/** Returns severity labels of databases: those of the record first, then those of its packages, such as Debian's urgency. */
function labelsOf(value: unknown): readonly string[] {
  const labels = [textIn(objectIn(value, 'database_specific'), 'severity')];
  for (const severity of listIn(value, 'severity')) {
    if (textIn(severity, 'type')?.startsWith('CVSS_') === false) labels.push(textIn(severity, 'score'));
  }
  for (const entry of listIn(value, 'affected')) {
    const own = objectIn(entry, 'ecosystem_specific');
    labels.push(textIn(own, 'severity'), textIn(own, 'urgency'), textIn(own, 'ubuntu_priority'));
  }
  return labels.filter((label) => label !== undefined);
}

/** Converted CVE records carry the tag of the CVE; other records say it only in the text. */
function mentionsOf(value: unknown, title: string, details: string): readonly string[] {
  const mentions = mentionsIn(title, details);
  const own = objectIn(value, 'database_specific');
  const isTagged = own['isDisputed'] === true || textsIn(own, 'tags').includes(DISPUTED);
  return isTagged && !mentions.includes(DISPUTED) ? [...mentions, DISPUTED].toSorted() : mentions;
}

const CWE = /^CWE-[0-9]{1,6}$/;

// GitHub sets CWE ids on the record; the malicious packages database sets them on each package, as objects.
function cwesOf(value: unknown): readonly string[] {
  const ids = [...textsIn(objectIn(value, 'database_specific'), 'cwe_ids')];
  for (const entry of listIn(value, 'affected')) {
    for (const cwe of listIn(objectIn(entry, 'database_specific'), 'cwes')) ids.push(textIn(cwe, 'cweId') ?? '');
  }
  return [...new Set(ids.filter((id) => CWE.test(id)))].toSorted().slice(0, LIMITS.advisoryCwesMax);
}

// Size limits of one record, checked before any of it is parsed, so that a single record cannot stall the server.

/** Returns a message if the record exceeds a limit, otherwise undefined. */
function findExceededLimit(record: unknown): string | undefined {
  const affected = listIn(record, 'affected');
  const counts: readonly (readonly [string, number, number])[] = [
    ['aliases', listIn(record, 'aliases').length, LIMITS.advisoryAliasesMax],
    ['upstream ids', listIn(record, 'upstream').length, LIMITS.advisoryLinksMax],
    ['related ids', listIn(record, 'related').length, LIMITS.advisoryLinksMax],
    ['references', listIn(record, 'references').length, LIMITS.advisoryReferencesMax],
    ['packages', affected.length, LIMITS.advisoryEntriesMax],
    ['versions', sum(affected, (entry) => listIn(entry, 'versions').length), LIMITS.advisoryVersionsMax],
    ['ranges', sum(affected, (entry) => rangesOf(entry).length), LIMITS.advisoryRangesMax],
    ['events', sum(affected.flatMap(rangesOf), countEvents), LIMITS.advisoryEventsMax],
    ['binary packages', sum(affected, countBinaries), LIMITS.advisoryBinariesMax],
  ];
  const excess = counts.find(([, count, limit]) => count > limit);
  return excess === undefined ? undefined : `The record has more than ${excess[2]} ${excess[0]}.`;
}

function rangesOf(entry: unknown): readonly unknown[] {
  return [...listIn(entry, 'ranges'), ...listIn(objectIn(entry, 'ecosystem_specific'), 'custom_ranges')];
}

function countEvents(range: unknown): number {
  return listIn(range, 'events').length + listIn(objectIn(range, 'database_specific'), 'versions').length;
}

// Ubuntu lists one object per binary package, SUSE one object with a member for each.
function countBinaries(entry: unknown): number {
  return sum(listIn(objectIn(entry, 'ecosystem_specific'), 'binaries'), (value) =>
    typeof value === 'object' && value !== null ? Object.keys(value).length : 1,
  );
}

function sum(list: readonly unknown[], count: (value: unknown) => number): number {
  return list.reduce<number>((total, value) => total + count(value), 0);
}
