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
import { toVersionProfiles } from '../../core/profile/version-profiles.ts';
import { DECISION_CONTRADICTORY } from '../../core/relevance/decisions/errors.ts';
import type { OrgTx } from '../../store/database.ts';
import { listEffectiveSboms } from '../../store/findings/publication/published-inputs.ts';
import type { DecisionTarget } from './decision-targets.ts';
import { DECISION_FIELD_UNKNOWN } from '../errors.ts';
import { loadProfiles, toProfiledDocument } from '../profiles/load-profiles.ts';

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

// Reads the current security profile fields that a decision is based on: fields that the user cites, and those that an accepted
// suggestion cites. If one of them changes or becomes unknown, the decision no longer applies.
export interface FieldAddress {
  readonly profile: string;
  /** For example `runtime.os`. */
  readonly path: string;
}

/** In the order of the targets. Throws if a cited field is unknown. */
export async function listCitedFields(
  tx: OrgTx,
  targets: readonly DecisionTarget[],
  { cites, acceptsSuggestion }: { readonly cites: readonly FieldAddress[]; readonly acceptsSuggestion: boolean },
): Promise<readonly (readonly CitedField[])[]> {
  const viewsOf = new Map<string, readonly ProfileView[]>();
  const fields: (readonly CitedField[])[] = [];
  for (const target of targets) {
    // Accepting a suggestion includes the fields that it is based on.
    const accepted = acceptsSuggestion ? (target.suggestion?.evidence ?? []) : [];
    const evidence = [...cites.map(toEvidence), ...accepted.filter(({ type }) => type === 'profile')];
    if (evidence.length === 0) {
      fields.push([]);
      continue;
    }
    if (target.terms.scope === 'organization')
      throw DECISION_CONTRADICTORY({
        problem: 'a decision for the whole organization cannot cite the profile of one service',
      });
    const views = viewsOf.get(target.versionId) ?? (await loadProfileViews(tx, target));
    viewsOf.set(target.versionId, views);
    fields.push(cite(views, evidence, cites));
  }
  return fields;
}

function cite(
  views: readonly ProfileView[],
  evidence: readonly Evidence[],
  cites: readonly FieldAddress[],
): readonly CitedField[] {
  const fields = citeFields(views, evidence);
  const unknown = cites.find(
    ({ profile, path }) => !fields.some((each) => each.profile === profile && each.path === path),
  );
  if (unknown !== undefined) throw DECISION_FIELD_UNKNOWN(unknown);
  return fields;
}

function toEvidence({ profile, path }: FieldAddress): Evidence {
  return { type: 'profile', path: `${profile}: ${path}`, value: null };
}

/** Covers all documents of the version; profiles that do not apply to the finding are not cited. */
async function loadProfileViews(
  tx: OrgTx,
  { serviceId, versionId }: Pick<DecisionTarget, 'serviceId' | 'versionId'>,
): Promise<readonly ProfileView[]> {
  const sboms = await listEffectiveSboms(tx, versionId);
  const profiles = toVersionProfiles(await loadProfiles(tx, serviceId), sboms.flatMap(toProfiledDocument));
  return profiles.profilesOf(
    sboms.map(({ image, traits }) => ({ image, document: { kind: traits?.kind ?? 'unknown' } })),
  );
}
