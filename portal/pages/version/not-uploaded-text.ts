/** Texts for images of earlier versions that were not uploaded for a version. */
import type { WireFindingSummary } from '../../../src/api/contract/findings/finding.ts';
import { joinNames } from '../remediation/text/step-text.ts';

export function describeNotUploaded(notUploaded: WireFindingSummary['notUploaded']): string {
  const names = joinNames(notUploaded.map(({ slot, image }) => image ?? slot));
  const [whose, it] = notUploaded.length === 1 ? ['Its', 'it is'] : ['Their', 'they are'];
  return `Not uploaded yet: ${names}. ${whose} earlier findings are neither open nor fixed until ${it} uploaded.`;
}
