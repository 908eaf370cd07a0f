/**
 * Creates the events of a publication: one for each relevant finding that was introduced, resolved or became worse, one for each
 * change of relevance, and one for the publication itself.
 */
import { versionsOf, type Delta, type PresentFinding } from '../../core/history/changes/compare-findings.ts';
import { VERSIONS_SHOWN_MAX } from '../../core/history/changes/explain-change.ts';
import type { FindingChange } from '../../core/history/changes/explain-publication.ts';
import type { AnalysisTrigger } from '../../core/vocabulary/analysis.ts';
import type { ExplainedEscalation, ExplainedRelevance } from './explain-existing-findings.ts';
import type { NewEvent } from '../../store/delivery/events.ts';

interface PublicationEventFacts {
  readonly at: string;
  readonly serviceId: string;
  readonly versionId: string;
  readonly analysisId: string;
  readonly trigger: AnalysisTrigger;
  readonly delta: Delta;
  /** Findings that are neither present nor evaluated, because their documents were not uploaded. */
  readonly notUploaded: number;
  readonly changes: readonly FindingChange[];
  readonly escalations: readonly ExplainedEscalation[];
  readonly relevance: readonly ExplainedRelevance[];
  /** No user waits for the analysis and nothing has changed, so there are no events. */
  readonly isSilent: boolean;
  readonly newId: () => string;
}

export function toPublicationEvents(facts: PublicationEventFacts): NewEvent[] {
  const { delta, notUploaded, changes, escalations, relevance, trigger, isSilent, newId, ...subject } = facts;
  if (isSilent) return [];
  const shown = changes.filter(({ finding }) => finding.isShown);
  const toStayed = (
    type: 'finding.escalated' | 'relevance.changed',
    { finding, cause, detail }: ExplainedEscalation | ExplainedRelevance,
  ): NewEvent => ({
    ...subject,
    id: newId(),
    type,
    findingId: finding.findingId,
    cause,
    ...(typeof detail['snapshot'] === 'number' && { snapshot: detail['snapshot'] }),
    detail: { ...nameOf(finding), ...detail },
  });
  return [
    ...shown.map(({ kind, cause, detail, finding }): NewEvent => {
      return {
        ...subject,
        id: newId(),
        type: `finding.${kind}`,
        findingId: finding.findingId,
        cause,
        ...('snapshot' in detail && detail.snapshot !== null && { snapshot: detail.snapshot }),
        detail: { ...nameOf(finding), ...detail },
      };
    }),
    ...escalations.map((each) => toStayed('finding.escalated', each)),
    ...relevance.map((each) => toStayed('relevance.changed', each)),
    {
      ...subject,
      id: newId(),
      type: 'analysis.completed',
      detail: { trigger, ...delta, escalated: escalations.length, notUploaded },
    },
  ];
}

function nameOf(finding: PresentFinding): Readonly<Record<'vulnerability' | 'package' | 'version', string>> {
  const [{ canonicalId, packageName }] = finding.places;
  return {
    vulnerability: canonicalId,
    package: packageName,
    version: versionsOf(finding).slice(0, VERSIONS_SHOWN_MAX).join(', '),
  };
}
