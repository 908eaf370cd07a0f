/**
 * Selects the findings of a version to ask a model about, from the same data as publishing, and checks whether the model may be
 * asked at all.
 */
import { toVersionFindings } from '../../core/history/version-findings.ts';
import { LIMITS } from '../../core/limits.ts';
import { selectForReading } from '../../core/relevance/readings/select-for-reading.ts';
import type { OrgTx } from '../../store/database.ts';
import { listPublishedReadings, type PublishedRow } from '../../store/findings/published-readings.ts';
import { listSpeakingSboms } from '../../store/findings/published-inputs.ts';
import { collectInTurns } from '../../store/take-turns.ts';
import type { PipelineDeps } from '../deps.ts';
import { gatherOpinions } from '../gather-opinions.ts';
import { readMatched } from '../matched-version.ts';
import { keyOf, toOpinionSubjects, type PublishedVersion, type Surroundings } from '../opinion-subject.ts';
import type { AiParts } from './ai-deps.ts';
import { requireComplete, type CompleteAiSettings } from './ai-settings.ts';
import { readAiStanding } from './ai-standing.ts';
import { toReadingSubjects, type ReadingSubject } from './reading-subject.ts';

export interface PreparedReading {
  readonly serviceId: string;
  readonly settings: CompleteAiSettings;
  /** Most urgent first. */
  readonly selected: readonly ReadingSubject[];
  readonly withoutProfile: number;
  readonly notes: Surroundings['notes'];
  readonly publishedOf: (key: string) => PublishedRow | undefined;
}

export interface SkippedReading {
  readonly skipped: 'ai_disabled' | 'opt_out' | 'no_profile' | 'no_candidates';
  readonly counts: Readonly<Record<string, number>>;
}

export async function prepareReading(
  deps: PipelineDeps & { readonly ai: AiParts },
  orgId: string,
  version: PublishedVersion,
): Promise<PreparedReading | SkippedReading> {
  const at = new Date(deps.now()).toISOString();
  return await deps.database.inOrg(orgId, async (tx) => {
    const { settings, off } = await readAiStanding(deps.ai, tx, version.serviceId);
    if (off !== null) return { skipped: off, counts: {} };
    requireComplete(settings);
    const { findings, notes } = await judge(tx, version, at);
    // The limit of a run applies to questions that are sent; which answers are known is not clear yet.
    const { selected, withoutProfile } = selectForReading(findings, LIMITS.findingsPerVersionMax);
    if (selected.length === 0 && withoutProfile > 0) return { skipped: 'no_profile', counts: { withoutProfile } };
    if (selected.length === 0) return { skipped: 'no_candidates', counts: {} };
    const rows = new Map((await listPublishedReadings(tx, version.id)).map((row) => [keyOf(row), row]));
    return {
      ...{ serviceId: version.serviceId, settings, withoutProfile, notes },
      selected: selected.map(({ reading }) => reading),
      publishedOf: (key) => rows.get(key),
    };
  });
}

/** Ignores earlier answers of the model: it is asked about findings that rules and decisions leave open. */
async function judge(tx: OrgTx, version: PublishedVersion, at: string) {
  const sboms = await listSpeakingSboms(tx, version.id);
  const matched = await readMatched(tx, sboms, { at, findingsMax: LIMITS.findingsPerVersionMax });
  const { components, vulnerabilities } = matched;
  const gathered = await gatherOpinions(tx, version, {
    ...{ at, sboms, components },
    subjectsOf: (located) =>
      toOpinionSubjects(components, vulnerabilities, { idOf: () => '', placesOf: (id) => located.get(id) ?? [] }),
  });
  const { places, profiles, opinionsOf, notes } = gathered;
  const judged = toVersionFindings(components, vulnerabilities, {
    placesOf: (id) => places.get(id),
    ...{ profilesOf: profiles.profilesOf, appliesTo: profiles.appliesTo, opinionsOf },
  });
  const subjects = await collectInTurns(toReadingSubjects(matched, gathered));
  const readings = new Map(subjects.map((reading) => [reading.key, reading]));
  const findings = (await collectInTurns(judged)).flatMap((finding) => {
    const reading = readings.get(keyOf(finding));
    if (reading === undefined) return [];
    const { relevance: status, risk, detail } = finding;
    const verdict = { status, basis: detail.relevance.basis };
    return [{ id: reading.key, verdict, risk, subject: reading.subject, reading }];
  });
  return { findings, notes };
}
