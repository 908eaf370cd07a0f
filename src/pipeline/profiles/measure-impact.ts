/**
 * Measures what would change if a user confirmed a profile field: every possible value is tried, and the findings of a version
 * are evaluated with it. Nothing is written. A field that no rule uses cannot change anything and is not tried.
 */
import {
  countMovedFindings,
  listMovedFindings,
  type ImpactCounts,
  type MovedFinding,
  listAssumptions,
  withAssumed,
  withInForce,
  type AssumedValue,
  type ProfileAssumption,
} from '../../core/profile/impact.ts';
import { completeProfile } from '../../core/profile/version-profiles.ts';
import { LIMITS } from '../../core/limits.ts';
import type { OrgTx } from '../../store/database.ts';
import { findOnlyVersion } from '../../store/findings/lists/list-findings.ts';
import { findVersion, type VersionDetails } from '../../store/portfolio/versions/versions.ts';
import { getProfile, toProfileContent, type ProfileAddress, type ProfileInput } from './change-profile.ts';
import { getService } from '../portfolio/change-service.ts';
import { getVersion } from '../portfolio/change-version.ts';
import { nowOf, type Caller, type PipelineDeps } from '../deps.ts';
import {
  evaluateWithProfiles,
  loadImpactBaseline,
  type ImpactBaseline,
  type EvaluatedStanding,
} from './impact-baseline.ts';
import { loadProfiles, toDocumentName, type ServiceProfile } from './load-profiles.ts';

export interface Measured {
  /** Null if the service has no version. */
  readonly version: { readonly id: string; readonly name: string } | null;
  readonly findings: number;
  /** Whether there are more findings; these are the most urgent ones. */
  readonly more: boolean;
}

export interface Impact extends Measured {
  /** The assumption with the largest effect first. */
  readonly assumptions: readonly MeasuredAssumption[];
}

export interface MeasuredAssumption {
  readonly path: string | null;
  readonly document: string | null;
  readonly values: readonly (AssumedValue & ImpactCounts)[];
  readonly most: number;
}

export interface ImpactPreview extends Measured {
  readonly counts: ImpactCounts;
  /** The first changed findings. */
  readonly changed: readonly ChangedFinding[];
}

export type ChangedFinding = Omit<MovedFinding, 'key'> &
  Pick<EvaluatedStanding, 'vulnerability' | 'package' | 'componentId'>;

const NOTHING: Measured = { version: null, findings: 0, more: false };

/** Throws PROFILE_UNKNOWN. */
export async function measureImpact(
  deps: PipelineDeps,
  caller: Caller,
  address: ProfileAddress,
  /** Defaults to the newest version. */
  versionReference: string | undefined,
): Promise<Impact> {
  const { profiles, bench, version } = await loadBaseline(deps, caller, address, versionReference);
  const profile = getProfile(profiles, address.profile);
  if (bench === undefined || version === undefined) return { ...NOTHING, assumptions: [] };
  const { fields } = completeProfile(profile, profiles, bench.documents);
  const asked = new Set<string>();
  const base = await evaluateWithProfiles(deps, bench, profiles, asked);
  // Runtime documents read fields while they are prepared, before the used fields are tracked.
  const isTried = (each: ProfileAssumption): boolean =>
    !('path' in each) || asked.has(each.path) || profile.documents.length > 0;
  const assumptions: MeasuredAssumption[] = [];
  for (const assumption of listAssumptions({ ...profile, fields })) {
    const values: (AssumedValue & ImpactCounts)[] = [];
    if (!isTried(assumption)) {
      assumptions.push(toMeasured(assumption, listUntried(assumption)));
      continue;
    }
    for (const { value, changed } of listTries(profile, assumption)) {
      const after = await evaluateWithProfiles(
        deps,
        bench,
        profiles.map((each) => (each === profile ? changed : each)),
      );
      values.push({ ...value, ...countMovedFindings(listMovedFindings(base, after)) });
    }
    assumptions.push(toMeasured(assumption, values));
  }
  return { ...toMeasuredOn(version, base.size, bench), assumptions: assumptions.toSorted((a, b) => b.most - a.most) };
}

/** Previews the effect of a profile change that is not saved. */
export async function previewProfile(
  deps: PipelineDeps,
  caller: Caller,
  address: ProfileAddress,
  input: ProfileInput,
  /** Defaults to the newest version. */
  versionReference: string | undefined,
): Promise<ImpactPreview> {
  const { profiles, bench, version } = await loadBaseline(deps, caller, address, versionReference);
  const wanted = toProfileContent(address.profile, input, {
    profiles,
    caller,
    at: nowOf(deps),
  });
  if (bench === undefined || version === undefined) return { ...NOTHING, counts: countMovedFindings([]), changed: [] };
  const current = profiles.find(({ name }) => name === address.profile);
  const changed = {
    ...wanted,
    version: (current?.version ?? 0) + 1,
    documents: wanted.documentRefs.flatMap((reference) => {
      const loaded = current?.documents.find(({ name }) => name === toDocumentName(reference));
      return loaded === undefined ? [] : [{ ...loaded, inForce: reference.inForce }];
    }),
  };
  const base = await evaluateWithProfiles(deps, bench, profiles);
  const after = await evaluateWithProfiles(deps, bench, [...profiles.filter((each) => each !== current), changed]);
  const moved = listMovedFindings(base, after);
  return {
    ...toMeasuredOn(version, base.size, bench),
    counts: countMovedFindings(moved),
    changed: moved.slice(0, LIMITS.impactChangesShownMax).flatMap(({ key, from, to }) => {
      const finding = base.get(key);
      return finding === undefined ? [] : [toChanged(finding, from, to)];
    }),
  };
}

function toChanged(
  { vulnerability, package: name, componentId }: EvaluatedStanding,
  from: MovedFinding['from'],
  to: MovedFinding['to'],
): ChangedFinding {
  const only = ({ status, band }: MovedFinding['from']): MovedFinding['from'] => ({ status, band });
  return { vulnerability, package: name, componentId, from: only(from), to: only(to) };
}

async function loadBaseline(
  deps: PipelineDeps,
  caller: Caller,
  address: ProfileAddress,
  versionReference: string | undefined,
): Promise<{
  readonly profiles: readonly ServiceProfile[];
  readonly version: VersionDetails | undefined;
  readonly bench: ImpactBaseline | undefined;
}> {
  const at = nowOf(deps);
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const service = await getService(tx, caller, address.service);
    const profiles = await loadProfiles(tx, service.id);
    const version =
      versionReference === undefined
        ? await findNewest(tx, service.id)
        : await getVersion(tx, caller, { service: service.id, version: versionReference });
    return { profiles, version, bench: version && (await loadImpactBaseline(tx, version, { at, ai: deps.ai })) };
  });
}

async function findNewest(tx: OrgTx, serviceId: string): Promise<VersionDetails | undefined> {
  const id = await findOnlyVersion(tx, { newestOf: [serviceId] }, {});
  return id === undefined ? undefined : await findVersion(tx, serviceId, id);
}

function listUntried(assumption: ProfileAssumption): MeasuredAssumption['values'] {
  return 'path' in assumption ? assumption.values.map((value) => ({ ...value, ...countMovedFindings([]) })) : [];
}

/** Yields each value to try with the changed profile. */
function* listTries(
  profile: ServiceProfile,
  assumption: ProfileAssumption,
): Iterable<{ readonly value: AssumedValue; readonly changed: ServiceProfile }> {
  if ('path' in assumption) {
    for (const value of assumption.values) yield { value, changed: withAssumed(profile, assumption.path, value) };
    return;
  }
  const { document: sha256 } = assumption;
  const reference = profile.documentRefs.find((each) => each.sha256 === sha256);
  const name = reference && toDocumentName(reference);
  const documents = profile.documents.map((each) => (each.name === name ? { ...each, inForce: true } : each));
  yield { value: { value: 'in force', complete: false }, changed: { ...withInForce(profile, sha256), documents } };
}

function toMeasured(assumption: ProfileAssumption, values: MeasuredAssumption['values']): MeasuredAssumption {
  return {
    path: 'path' in assumption ? assumption.path : null,
    document: 'path' in assumption ? null : assumption.document,
    values,
    most: Math.max(0, ...values.map(({ total }) => total)),
  };
}

function toMeasuredOn({ id, name }: VersionDetails, findings: number, { more }: ImpactBaseline): Measured {
  return { version: { id, name }, findings, more };
}
