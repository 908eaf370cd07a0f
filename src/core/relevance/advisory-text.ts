/**
 * What the advisories say of a vulnerability, as one text: a decision rests on it, and whoever compares it later must not take for a
 * change what means nothing. Ids come and go, records are edited and referred to; none of that is in here.
 */
import type { Vulnerability } from '../advisory/vulnerability.ts';

export type ToldByAdvisories = Pick<Vulnerability, 'title' | 'severity' | 'cvss' | 'cwes' | 'withdrawnAt'>;

/** The same for the same, in whatever order members and lists were kept. */
export function toAdvisoryText({ title, severity, cvss, cwes, withdrawnAt }: ToldByAdvisories): string {
  const vectors = cvss.map(({ version, vector }) => `${version} ${vector}`);
  return JSON.stringify([title, severity, vectors.toSorted(), cwes.toSorted(), withdrawnAt]);
}
