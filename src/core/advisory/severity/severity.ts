/** Derives the severity from the rating of the newest CVSS version, else from the label of a database. */
import type { CvssRating } from '../advisory.ts';
import { CVSS_VERSIONS, type Severity } from '../../vocabulary/severity.ts';

/** Labels are tried in order. `unknown` means that there is no rating or known label, unlike `none`. */
export function chooseSeverity(ratings: readonly CvssRating[], labels: readonly string[]): Severity {
  const rating = findLeadingRating(ratings);
  if (rating !== undefined) return severityOfScore(rating);
  for (const label of labels) {
    const severity = LABELS.get(label.trim().toLowerCase());
    if (severity !== undefined) return severity;
  }
  return 'unknown';
}

const NEWEST_FIRST = CVSS_VERSIONS.toReversed();

/** Returns the highest score of the newest version, so that the order of the ratings does not matter. */
export function findLeadingRating(ratings: readonly CvssRating[]): CvssRating | undefined {
  for (const version of NEWEST_FIRST) {
    let highest: CvssRating | undefined;
    for (const rating of ratings) {
      if (rating.version === version && (highest === undefined || rating.score > highest.score)) highest = rating;
    }
    if (highest !== undefined) return highest;
  }
  return undefined;
}

// The bands of CVSS 3 and 4; 2.0 has no band above "high".
function severityOfScore({ version, score }: CvssRating): Severity {
  if (score >= 9 && version !== '2.0') return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  return score > 0 ? 'low' : 'none';
}

// GitHub uses MODERATE, Red Hat "Important"; Debian marks an automatically assigned urgency with asterisks.
const LABELS: ReadonlyMap<string, Severity> = new Map([
  ['critical', 'critical'],
  ['important', 'high'],
  ['high', 'high'],
  ['high**', 'high'],
  ['moderate', 'medium'],
  ['medium', 'medium'],
  ['medium**', 'medium'],
  ['low', 'low'],
  ['low**', 'low'],
  ['negligible', 'low'],
  ['none', 'none'],
]);
