/** Maps VEX documents to the API, each with the current trust in its author. */
import type { VexReceipt } from '../../pipeline/vex/import-vex.ts';
import { trustLevelOf, type OrganizationSettings } from '../../store/people/settings.ts';
import type { StoredVexDocument } from '../../store/relevance/vex.ts';
import type { WireVexDocument, WireVexReceipt } from '../contract/findings/vex.ts';

export function toWireVexDocument(
  document: StoredVexDocument,
  settings: Pick<OrganizationSettings, 'vexAuthors'>,
): WireVexDocument {
  const { service, version, warnings, ...rest } = document;
  return {
    ...rest,
    scope: scopeOf(document),
    service: service && { ...service },
    version: version && { ...version },
    trust: trustLevelOf(settings, document.author),
    warnings: warnings.map((warning) => ({ ...warning, paths: [...warning.paths] })),
  };
}

export function toWireVexReceipt(
  { document, deduplicated, supersedes, reanalyzed }: VexReceipt,
  settings: Pick<OrganizationSettings, 'vexAuthors'>,
): WireVexReceipt {
  return { ...toWireVexDocument(document, settings), deduplicated, supersedes: [...supersedes], reanalyzed };
}

function scopeOf({ service, version }: StoredVexDocument): WireVexDocument['scope'] {
  if (version !== null) return 'version';
  return service === null ? 'organization' : 'service';
}
