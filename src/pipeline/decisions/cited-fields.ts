/**
 * Reads the current security profile fields that a decision is based on: fields that the user cites, and those that an accepted
 * suggestion cites. If one of them changes or becomes unknown, the decision no longer applies.
 */
import type { ProfileView } from '../../core/profile/profile-view.ts';
import { toVersionProfiles } from '../../core/profile/version-profiles.ts';
import type { CitedField } from '../../core/relevance/decisions/decision.ts';
import { DECISION_CONTRADICTORY } from '../../core/relevance/decisions/errors.ts';
import type { Evidence } from '../../core/relevance/opinions/opinion.ts';
import type { OrgTx } from '../../store/database.ts';
import { listEffectiveSboms } from '../../store/findings/publication/published-inputs.ts';
import { citeFields } from './decision-conditions.ts';
import type { DecisionTarget } from './decision-targets.ts';
import { DECISION_FIELD_UNKNOWN } from '../errors.ts';
import { loadProfiles, toProfiledDocument } from '../profiles/load-profiles.ts';

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
