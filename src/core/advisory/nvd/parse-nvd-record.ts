/**
 * Parses one CVE record of NVD, in the form of its feeds and API 2.0, into an advisory. The input is not trusted: members of the
 * wrong type are ignored, text is shortened and cleaned, and only a record that cannot be used at all is a problem. Never throws.
 * https://nvd.nist.gov/developers/vulnerabilities
 */
import { isCveId } from '../../identity/vulnerability-id.ts';
import { LIMITS } from '../../limits.ts';
import type { Advisory, CvssRating } from '../advisory.ts';
import { parseInstant } from '../instant.ts';
import { cleanText, listIn, objectIn, textIn } from '../record-fields.ts';
import { referencesOf } from '../references.ts';
import { rateVector } from '../severity/cvss.ts';
import { chooseSeverity } from '../severity/severity.ts';
import { countCriteria, parseConfigurations } from './parse-configurations.ts';
import { compareText } from '../../text/compare-text.ts';

export function parseNvdRecord(value: unknown): Advisory | { readonly problem: string } {
  const cve = objectIn(value, 'cve');
  const id = textIn(cve, 'id');
  if (id === undefined || !isCveId(id)) return { problem: 'The record has no CVE id.' };
  const published = instantIn(cve, 'published');
  const modified = instantIn(cve, 'lastModified') ?? published;
  if (modified === undefined) return { problem: 'The record has no valid "lastModified".' };
  if (countCriteria(cve) > LIMITS.advisoryCriteriaMax)
    return { problem: `The record has more than ${LIMITS.advisoryCriteriaMax} CPE criteria.` };
  if (listIn(cve, 'references').length > LIMITS.advisoryReferencesMax)
    return { problem: `The record has more than ${LIMITS.advisoryReferencesMax} references.` };

  const isRejected = textIn(cve, 'vulnStatus') === 'Rejected';
  const { entries, skipped } = isRejected ? NOTHING : parseConfigurations(cve);
  const cvss = ratingsOf(cve);
  return {
    id,
    modified,
    published,
    withdrawn: isRejected ? modified : undefined,
    aliases: [],
    upstream: [],
    related: [],
    // NVD has no titles; the first sentence of the description is used if no other record has one.
    title: '',
    details: cleanText(descriptionOf(cve), LIMITS.advisoryDetailsCharactersMax),
    class: 'vulnerability',
    severity: chooseSeverity(cvss, []),
    cvss,
    cwes: cwesOf(cve),
    references: referencesOf(listIn(cve, 'references')),
    // The text describes products of every kind, so its words say nothing about a package that other records name.
    mentions: [],
    affected: entries,
    builtPackages: [],
    entriesSkipped: skipped,
  };
}

const NOTHING = { entries: [], skipped: 0 } as const;

// Times of NVD are in UTC without saying so.
const WITHOUT_ZONE = /^[0-9T:.-]{19,29}$/;

function instantIn(cve: unknown, member: string): string | undefined {
  const text = textIn(cve, member);
  return text === undefined ? undefined : parseInstant(WITHOUT_ZONE.test(text) ? `${text}Z` : text);
}

function descriptionOf(cve: unknown): string {
  const english = listIn(cve, 'descriptions').find((each) => textIn(each, 'lang') === 'en');
  return textIn(english, 'value') ?? '';
}

const METRICS = ['cvssMetricV40', 'cvssMetricV31', 'cvssMetricV30', 'cvssMetricV2'] as const;

/**
 * Returns the ratings of NVD itself, which it calls primary; if it has none of a version, those of others. Sorted, because equal
 * content has equal results in any order.
 */
function ratingsOf(cve: unknown): readonly CvssRating[] {
  const metrics = objectIn(cve, 'metrics');
  const ratings = new Map<string, CvssRating>();
  for (const name of METRICS) {
    const all = listIn(metrics, name).slice(0, LIMITS.advisoryRatingsMax);
    const primary = all.filter((each) => textIn(each, 'type') === 'Primary');
    for (const metric of primary.length > 0 ? primary : all) {
      const rating = rateVector(textIn(objectIn(metric, 'cvssData'), 'vectorString') ?? '');
      if (!('problem' in rating)) ratings.set(rating.vector, rating);
    }
  }
  return [...ratings.values()].toSorted((a, b) => compareText(a.vector, b.vector)).slice(0, LIMITS.advisoryRatingsMax);
}

const CWE = /^CWE-[0-9]{1,6}$/;

/** `NVD-CWE-noinfo` and `NVD-CWE-Other` are not weaknesses. */
function cwesOf(cve: unknown): readonly string[] {
  const ids = listIn(cve, 'weaknesses').flatMap((weakness) =>
    listIn(weakness, 'description').map((each) => textIn(each, 'value') ?? ''),
  );
  return [...new Set(ids.filter((id) => CWE.test(id)))].toSorted().slice(0, LIMITS.advisoryCwesMax);
}
