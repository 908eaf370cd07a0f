/** Texts for a version: its events, and images that were not uploaded for it. */
import type { WireEvent } from '../../../src/api/contract/events.ts';
import { TRIGGER_LABELS, describeDelta } from '../../text/analysis/analysis-text.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { describeEvent } from '../../text/history/finding-history-text.ts';
import { describeOutcomes } from '../remediation/text/plan-text.ts';
import type { WireFindingSummary } from '../../../src/api/contract/findings/finding.ts';
import { joinNames } from '../remediation/text/step-text.ts';
import { findLabel } from '../../text/format/labels.ts';

const EVENT_KIND_LABELS: Readonly<Record<string, string>> = {
  'version.created': 'Version created',
  'version.alias_moved': 'Alias set',
  'version.frozen': 'SBOMs deleted by retention',
  'sbom.received': 'SBOM received',
  'sbom.deleted': 'SBOM deleted',
  'sbom.restored': 'SBOM restored',
  'analysis.completed': 'Analyzed',
  'analysis.failed': 'Analysis failed',
  'remediation.planned': 'Plan created',
  'remediation.verified': 'Previous plan evaluated',
};

interface EventText {
  readonly kind: string;
  /** May contain untrusted text. */
  readonly text: string;
}

/** An event type unknown to this portal is shown without details. */
export function describeVersionEvent({ type, detail }: Pick<WireEvent, 'type' | 'detail'>): EventText {
  const kind = findLabel(EVENT_KIND_LABELS, type, describeEvent(type));
  return { kind, text: toText(type, detail) };
}

function toText(type: string, detail: WireEvent['detail']): string {
  const text = (name: string): string => (typeof detail[name] === 'string' ? detail[name] : '');
  const number = (name: string): number => (typeof detail[name] === 'number' ? detail[name] : 0);
  if (type === 'sbom.received')
    return `${text('slot')}${text('supersedes') === '' ? '' : ', replaced the previous SBOM'}`;
  if (type === 'sbom.deleted' || type === 'sbom.restored') return text('slot');
  if (type === 'version.alias_moved') return text('alias');
  if (type === 'analysis.failed') return text('message');
  if (type === 'remediation.planned') {
    const steps = countOf(number('actions'), 'step');
    return `${steps} for ${countOf(number('fixes'), 'finding')}, ${formatCount(number('residual'))} remaining`;
  }
  if (type === 'remediation.verified') return describeOutcomes({ counts: toCounts(detail['outcomes']) });
  if (type === 'analysis.completed') {
    const delta = { introduced: number('introduced'), resolved: number('resolved'), changed: number('changed') };
    const trigger = Object.entries(TRIGGER_LABELS).find(([name]) => name === text('trigger'))?.[1];
    return `${trigger === undefined ? '' : `${trigger}: `}${describeDelta({ ...delta, unchanged: number('unchanged') })}`;
  }
  const place = [text('package'), text('version')].filter((part) => part !== '').join(' ');
  return [text('vulnerability'), place].filter((part) => part !== '').join(' in ');
}

function toCounts(value: unknown): Record<string, number> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, count]) => typeof count === 'number'));
}

/** Texts for images of earlier versions that were not uploaded for a version. */
export function describeNotUploaded(notUploaded: WireFindingSummary['notUploaded']): string {
  const names = joinNames(notUploaded.map(({ slot, image }) => image ?? slot));
  const [whose, it] = notUploaded.length === 1 ? ['Its', 'it is'] : ['Their', 'they are'];
  return `Not uploaded yet: ${names}. ${whose} earlier findings are neither open nor fixed until ${it} uploaded.`;
}
