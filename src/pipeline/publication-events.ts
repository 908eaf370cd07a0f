/** What is told of a publication: one event for each finding that matters and has begun or ended, and one for the whole. */
import { versionsOf, type Delta } from '../core/history/compare-findings.ts';
import type { FindingChange } from '../core/history/explain-publication.ts';
import type { NewEvent } from '../store/delivery/events.ts';

interface Told {
  readonly at: string;
  readonly serviceId: string;
  readonly versionId: string;
  readonly analysisId: string;
  readonly delta: Delta;
  readonly changes: readonly FindingChange[];
  readonly newId: () => string;
}

export function toPublicationEvents({ delta, changes, newId, ...subject }: Told): NewEvent[] {
  const shown = changes.filter(({ finding }) => finding.isShown);
  return [
    ...shown.map(({ kind, cause, detail, finding }): NewEvent => {
      const [{ canonicalId, packageName }] = finding.places;
      const version = versionsOf(finding).join(', ');
      return {
        ...subject,
        id: newId(),
        type: `finding.${kind}`,
        findingId: finding.findingId,
        cause,
        ...('snapshot' in detail && detail.snapshot !== null && { snapshot: detail.snapshot }),
        detail: { vulnerability: canonicalId, package: packageName, version, ...detail },
      };
    }),
    { ...subject, id: newId(), type: 'analysis.completed', detail: { ...delta } },
  ];
}
