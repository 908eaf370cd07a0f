/** Converts a line of a runtime document to evidence. */
import type { RuntimeEvidence } from '../../profile/profile-view.ts';
import type { Evidence } from '../opinions/opinion.ts';
import { shortenName } from '../shorten-name.ts';

export function toRuntimeEvidence({ document, line, text }: RuntimeEvidence): Evidence {
  const path = line === null ? shortenName(document) : `${shortenName(document)}:${line}`;
  return { type: 'runtime', path, value: shortenName(text) };
}
