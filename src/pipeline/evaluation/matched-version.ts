/** Loads the matches in the documents of a version, before they are evaluated. */
import type { ComponentInVersion, FoundVulnerability } from '../../core/history/findings/version-findings.ts';
import type { OrgTx } from '../../store/database.ts';
import {
  listAffectedComponents,
  toSets,
  type AffectedComponent,
  type VersionSbom,
} from '../../store/findings/publication/published-inputs.ts';
import { VERSION_FINDINGS_LIMIT } from '../errors.ts';
import { listOccurrences } from './list-occurrences.ts';
import { describeFoundVulnerabilities } from './describe-found-vulnerabilities.ts';
import { resolveOwners } from './resolve-owners.ts';

export interface MatchedVersion {
  readonly components: readonly (ComponentInVersion & Pick<AffectedComponent, 'places'>)[];
  /** By the id of the alias group. */
  readonly vulnerabilities: ReadonlyMap<string, FoundVulnerability>;
}

export async function loadMatchedVersion(
  tx: OrgTx,
  sboms: readonly VersionSbom[],
  { at, findingsMax }: { readonly at: string; readonly findingsMax: number },
): Promise<MatchedVersion> {
  const matched = await listAffectedComponents(tx, toSets(sboms), findingsMax);
  if (matched === undefined) throw VERSION_FINDINGS_LIMIT({ findingsMax });
  const affected = await resolveOwners(tx, matched, at);
  const occurrences = await listOccurrences(tx, sboms, affected);
  const components = affected.map((component) => ({
    ...component,
    occurrences: occurrences.get(component.id) ?? [],
  }));
  const matches = components.flatMap((component) => component.matches);
  return { components, vulnerabilities: await describeFoundVulnerabilities(tx, matches, at) };
}
