/**
 * Loads the decisions, VEX statements and security profiles that apply to the findings of a version when it is published. If
 * there are none, this costs one statement for all three; otherwise they are loaded for all findings at once.
 */
import type { FindingContext } from '../../core/history/findings/version-findings.ts';
import { toVersionProfiles } from '../../core/profile/version-profiles.ts';
import type { StoredOpinions } from '../../core/relevance/judge-finding.ts';
import type { Opinion } from '../../core/relevance/opinions/opinion.ts';
import type { OrgTx } from '../../store/database.ts';
import type { VersionSbom } from '../../store/findings/publication/published-inputs.ts';
import { findKnownOpinions } from '../../store/relevance/known-opinions.ts';
import { collectYielding } from '../../store/yielding.ts';
import { gatherDecisions } from './gather-decisions.ts';
import { gatherStatements } from './gather-statements.ts';
import { loadProfiles, toProfiledDocument } from '../profiles/load-profiles.ts';
import { keyOf, type OpinionSubject, type PublishedVersion, type VersionContext } from './opinion-subject.ts';
import { listComponentFiles, toHoldingDocument, toPlaces, type HeldComponent } from './component-places.ts';

export interface GatheredOpinions extends VersionContext {
  /** By `keyOf`. */
  readonly opinionsOf: NonNullable<FindingContext['opinionsOf']>;
  /** Whether a model was asked about findings of the service. */
  readonly hasAssessments: boolean;
}

export async function gatherOpinions(
  tx: OrgTx,
  version: PublishedVersion,
  asked: {
    readonly at: string;
    readonly sboms: readonly VersionSbom[];
    readonly components: readonly HeldComponent[];
    readonly subjectsOf: (places: VersionContext['places']) => Iterable<OpinionSubject>;
  },
): Promise<GatheredOpinions> {
  const known = await findKnownOpinions(tx, version.serviceId);
  const hasAssessments = known.readings;
  const around = { ...(await loadVersionContext(tx, version.serviceId, asked, known.profiles)), hasAssessments };
  if (!known.decisions && !known.statements) return { ...around, opinionsOf: () => NOTHING };
  const subjects = await collectYielding(asked.subjectsOf(around.places));
  const decisions = known.decisions ? await gatherDecisions(tx, version, { ...asked, subjects, around }) : NONE;
  const statements = known.statements ? await gatherStatements(tx, version, { ...asked, subjects }) : NONE;
  return {
    ...around,
    opinionsOf: (finding) => ({
      decisions: decisions.get(keyOf(finding)) ?? [],
      statements: statements.get(keyOf(finding)) ?? [],
    }),
  };
}

const NOTHING: StoredOpinions = {};
const NONE: ReadonlyMap<string, readonly Opinion[]> = new Map();

async function loadVersionContext(
  tx: OrgTx,
  serviceId: string,
  { sboms, components }: { readonly sboms: readonly VersionSbom[]; readonly components: readonly HeldComponent[] },
  hasProfiles: boolean,
): Promise<VersionContext> {
  const loaded = hasProfiles ? await loadProfiles(tx, serviceId) : [];
  // Only runtime documents (confinement or observations) refer to files.
  const hasRuntime = loaded.some(({ documents }) => documents.length > 0);
  const files = hasRuntime ? await listComponentFiles(tx, sboms, components) : undefined;
  return {
    places: toPlaces(sboms.map(toHoldingDocument), components, files),
    profiles: toVersionProfiles(loaded, sboms.flatMap(toProfiledDocument)),
    used: loaded.map(({ name, version, sha256 }) => ({ name, version, sha256 })),
    notes: new Map(loaded.flatMap(({ name, fields }) => toNotes(name, fields['text.notes']?.value))),
  };
}

function toNotes(name: string, value: unknown): [string, string][] {
  return typeof value === 'string' && value !== '' ? [[name, value]] : [];
}
