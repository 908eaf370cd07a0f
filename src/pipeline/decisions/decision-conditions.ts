/**
 * The conditions of a decision, computed the same way when it is made and whenever a version is published, so that a difference
 * always means a change. Data that changes daily without meaning is left out.
 */
import { createHash } from 'node:crypto';
import { rankOf } from '../../core/advisory/severity/severity-rank.ts';
import { PROFILE_PATHS } from '../../core/profile/profile-fields.ts';
import type { ProfileView } from '../../core/profile/profile-view.ts';
import type { CitedField, DecisionConditions } from '../../core/relevance/decisions/decision.ts';
import type { Evidence } from '../../core/relevance/opinions/opinion.ts';
import type { DecidedFacts } from '../../store/relevance/decidable-findings.ts';

/** `vulnerability` comes from the details of a finding; the versions are those of the package in the version or service. */
export function toDecisionConditions(
  vulnerability: DecidedFacts,
  componentVersions: readonly string[],
  profileFields: readonly CitedField[],
): DecisionConditions {
  const { title, severity, cvss, cwes, withdrawnAt, kev, ssvc } = vulnerability;
  const vectors = cvss.map(({ vector }) => vector).toSorted();
  return {
    advisorySha256: hashOf([title, severity, vectors, cwes, withdrawnAt]),
    severityRank: rankOf(severity),
    kev: kev !== null,
    exploitation: ssvc?.exploitation ?? null,
    componentVersions: [...new Set(componentVersions)].toSorted(),
    profileFields,
  };
}

/** Returns the profile fields that evidence names as `profile: path`; the name of a group stands for all its fields. */
export function citeFields(profiles: readonly ProfileView[], evidence: readonly Evidence[]): readonly CitedField[] {
  const cited = evidence
    .filter(({ type }) => type === 'profile')
    .flatMap(({ path: line }) =>
      profiles.flatMap((profile) => {
        const start = `${profile.name}: `;
        if (!line.startsWith(start)) return [];
        const path = line.slice(start.length);
        const paths = PROFILE_PATHS.filter((each) => each === path || each.startsWith(`${path}.`));
        return paths.flatMap((each) => citeField(profile, each) ?? []);
      }),
    );
  return [...new Map(cited.map((field) => [`${field.profile}: ${field.path}`, field])).values()];
}

/** Returns the current values of the same fields; fields that are no longer known are missing. */
export function refreshCitedFields(
  fields: readonly CitedField[],
  profiles: readonly ProfileView[],
): readonly CitedField[] {
  return fields.flatMap(({ profile: name, path }) => {
    const profile = profiles.find((each) => each.name === name);
    return (profile && citeField(profile, path)) ?? [];
  });
}

function citeField(profile: ProfileView, path: string): CitedField | undefined {
  const field = profile.known(path);
  return field && { profile: profile.name, path, valueSha256: hashOf([field.value, field.complete]) };
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
