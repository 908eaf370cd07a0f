/**
 * Links from a record to others. `aliases` are ids of the same vulnerability, `upstream` are the vulnerabilities that a
 * distribution's record covers, and `related` are plain links. Before OSV had `upstream`, distributions wrote those ids into
 * `related`.
 * https://ossf.github.io/osv-schema/#upstream-field
 */
import { isNoticeId, isCveId, toVulnerabilityId } from '../../identity/vulnerability-id.ts';
import type { Advisory } from '../advisory.ts';
import { textsIn } from '../record-fields.ts';

type Links = Pick<Advisory, 'aliases' | 'upstream' | 'related'>;

export function parseLinks(record: unknown, id: string): Links {
  const related = idsIn(record, 'related', id);
  const stated = idsIn(record, 'upstream', id);
  const covered = withoutOtherNames(stated.length === 0 ? upstreamAmong(related, id) : stated, id);
  const implied = impliedCveOf(id);
  const upstream = covered.map((other) => impliedCveOf(other) ?? other);
  return {
    aliases: idsIn(record, 'aliases', id),
    upstream: [...new Set(implied === undefined ? upstream : [implied, ...upstream])],
    related,
  };
}

const ONE_VULNERABILITY = /^CGA-/;

/** Each record of Chainguard and Wolfi is about one vulnerability: GHSA ids beside a CVE are other names of it. */
function withoutOtherNames(covered: readonly string[], id: string): readonly string[] {
  const cves = ONE_VULNERABILITY.test(id) ? covered.filter(isCveId) : [];
  return cves.length === 1 ? cves : covered;
}

// The notice of a distribution covers the vulnerabilities that it names; a record with any other id only mentions them.
function upstreamAmong(related: readonly string[], id: string): readonly string[] {
  const coversGhsa = ONE_VULNERABILITY.test(id);
  if (!coversGhsa && !isNoticeId(id)) return [];
  return related.filter((other) => isCveId(other) || (coversGhsa && other.startsWith('GHSA-')));
}

const DISTRIBUTION_CVE = /^(?:DEBIAN|UBUNTU|ALPINE)-(CVE-.+)$/;

/** `DEBIAN-CVE-2024-1000` is a distribution's record about CVE-2024-1000, even if the record does not say so. */
export function impliedCveOf(id: string): string | undefined {
  const cve = DISTRIBUTION_CVE.exec(id)?.[1];
  return cve !== undefined && isCveId(cve) ? cve : undefined;
}

/** Every CGA record lists its own id in `related`; it is dropped. */
function idsIn(record: unknown, member: string, ownId: string): readonly string[] {
  const ids = new Set<string>();
  for (const text of textsIn(record, member)) {
    const id = toVulnerabilityId(text);
    if (id !== undefined && id !== ownId) ids.add(id);
  }
  return [...ids];
}
