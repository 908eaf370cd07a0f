/** Converts a line of a runtime document to evidence. */
import type { RuntimeEvidence } from '../../profile/profile-view.ts';
import type { Evidence } from '../opinion.ts';
import { shortText } from '../short-text.ts';

export function toRuntimeEvidence({ document, line, text }: RuntimeEvidence): Evidence {
  const path = line === null ? shortText(document) : `${shortText(document)}:${line}`;
  return { type: 'runtime', path, value: shortText(text) };
}
