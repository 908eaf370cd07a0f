/** Texts for the cause of a change of a finding, with its evidence. */
import { CAUSES, type Cause } from '../../../src/core/vocabulary/change.ts';
import type { WireDiff, WireEvidence } from '../../../src/api/contract/history/diff.ts';
import { countOf, formatCount } from '../format/counts.ts';

const RECORD_CHANGE_LABELS: Readonly<Record<WireEvidence['records'][number]['change'], string>> = {
  published: 'published',
  revised: 'revised',
  withdrawn: 'withdrawn',
  deleted: 'deleted by the source',
};

const RECORDS_NAMED = 2;

/** `log4j-core 2.17.1 → 2.14.1`, `GHSA-… published on 2026-11-14`; empty if nothing more is known. */
export function describeEvidence({ component, records, engine }: WireEvidence): string {
  if (component !== null) return describeComponent(component);
  if (records.length > 0) {
    const named = records
      .slice(0, RECORDS_NAMED)
      .map(({ id, change, modified }) => `${id} ${RECORD_CHANGE_LABELS[change]} on ${modified.slice(0, 10)}`);
    const more = records.length - named.length;
    return [...named, ...(more > 0 ? [`${countOf(more, 'more record')}`] : [])].join(', ');
  }
  return engine === null ? '' : `${engine.from} → ${engine.to}`;
}

function describeComponent({ name, from, to }: NonNullable<WireEvidence['component']>): string {
  // With several packages, each version is prefixed with its package name.
  const names = name.split(', ');
  const isNamed = names.length > 1 && [...from, ...to].every((each) => names.some((one) => each.startsWith(`${one} `)));
  const what = isNamed ? '' : `${name} `;
  if (from.length === 0) return `${what}${to.join(', ')} ${isNamed ? 'were' : 'was'} added`;
  if (to.length === 0) return `${what}${from.join(', ')} ${isNamed ? 'were' : 'was'} removed`;
  if (from.join('\n') === to.join('\n')) return `change related to ${what}${to.join(', ')}`;
  return `${what}${from.join(', ')} → ${to.join(', ')}`;
}

type Explained = WireDiff['findings']['introduced'];

/** Number of findings by cause, in the order of causes, without empty ones. */
export function countByCause(findings: Explained): readonly (readonly [Cause, number])[] {
  return CAUSES.map((cause) => [cause, findings.filter((each) => each.cause === cause).length] as const).filter(
    ([, count]) => count > 0,
  );
}

/** Undefined without new findings, or if none of them was caused by an advisory. */
export function describeNewAdvisories({ introduced, counts }: WireDiff['findings']): string | undefined {
  const fromElsewhere = introduced.filter(({ cause }) => cause === 'advisory').length;
  if (fromElsewhere === 0 || introduced.length < counts.introduced) return undefined;
  const all = counts.introduced;
  if (all === 1) return 'The new finding comes from a new advisory, not from this version.';
  if (all === fromElsewhere)
    return `All ${formatCount(all)} new findings come from new advisories, not from this version.`;
  const verb = fromElsewhere === 1 ? 'comes' : 'come';
  return `${formatCount(fromElsewhere)} of ${formatCount(all)} new findings ${verb} from new advisories, not from this version.`;
}

const NAMES_SHOWN = 3;

interface MissingImages {
  readonly notUploaded: WireDiff['notUploaded'];
  readonly head: Pick<WireDiff['head'], 'name'>;
  readonly findings: { readonly counts: Pick<WireDiff['findings']['counts'], 'notUploaded'> };
}

/** Names the images that were not uploaded for the newer version, and what that means for the numbers. */
export function describeMissingImages({ notUploaded, head, findings: { counts } }: MissingImages): string {
  const names = notUploaded.slice(0, NAMES_SHOWN).map(({ slot, image }) => image ?? slot);
  const more = notUploaded.length - names.length;
  const what = [...names, ...(more > 0 ? [`${formatCount(more)} more`] : [])].join(', ');
  const whose = notUploaded.length === 1 ? 'Its' : 'Their';
  const found =
    counts.notUploaded === 0 ? '' : ` ${whose} ${countOf(counts.notUploaded, 'finding')} may still be present.`;
  return `Not uploaded yet for ${head.name}: ${what}.${found} ${whose} components are listed as removed.`;
}
