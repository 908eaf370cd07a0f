/** From the matches of a version's components to its findings and its coverage. */
import type { Vulnerability } from '../advisory/vulnerability.ts';
import { rankOf } from '../advisory/severity-rank.ts';
import type { PackageMatch } from '../match/match.ts';

export interface Occurrence {
  readonly sbomId: string;
  readonly image: string | null;
  readonly bomRef: string;
}

export interface ComponentInVersion {
  readonly id: string;
  readonly purl: string | null;
  readonly group: string | null;
  readonly name: string;
  /** As advisories call the package; null where nobody knows what it is. */
  readonly packageName: string | null;
  readonly version: string | null;
  readonly notChecked: string | null;
  readonly scope: string;
  readonly direct: boolean | null;
  readonly matches: readonly PackageMatch[];
  readonly occurrences: readonly Occurrence[];
}

export interface VersionFinding {
  readonly componentId: string;
  readonly groupId: string;
  readonly canonicalId: string;
  readonly class: PackageMatch['class'];
  readonly severityRank: number;
  readonly package: string;
  readonly packageName: string;
  readonly relevance: 'relevant' | 'deprioritized';
  readonly hasFix: boolean;
  readonly detail: FindingDetail;
}

export interface FindingDetail {
  readonly vulnerability: Vulnerability;
  readonly component: Omit<ComponentInVersion, 'id' | 'matches' | 'notChecked' | 'group' | 'packageName'>;
  readonly match: Pick<PackageMatch, 'confidence' | 'assumptions' | 'evidence'>;
  readonly fix: { readonly state: PackageMatch['fixState']; readonly versions: readonly string[] };
  readonly reasons: readonly { readonly code: string; readonly text: string }[];
}

/** One row per package version and alias group, in a fixed order. */
export function toVersionFindings(
  components: readonly ComponentInVersion[],
  vulnerabilities: ReadonlyMap<string, Vulnerability>,
): VersionFinding[] {
  return components.flatMap((component) =>
    component.matches
      .filter((match) => match.state === 'affected')
      .flatMap((match) => {
        const vulnerability = vulnerabilities.get(match.groupId);
        return vulnerability === undefined ? [] : [toFinding(component, match, vulnerability)];
      }),
  );
}

function toFinding(component: ComponentInVersion, match: PackageMatch, vulnerability: Vulnerability): VersionFinding {
  const { purl, version, scope, direct, occurrences } = component;
  const { confidence, assumptions, evidence } = match;
  const reasons = match.urgency === 'unimportant' ? [UNIMPORTANT] : [];
  return {
    componentId: component.id,
    groupId: match.groupId,
    canonicalId: match.canonicalId,
    class: match.class,
    severityRank: rankOf(vulnerability.severity),
    package: packageWithoutVersion(component),
    packageName: displayName(component),
    relevance: reasons.length > 0 ? 'deprioritized' : 'relevant',
    hasFix: match.fixedVersions.length > 0,
    detail: {
      vulnerability,
      component: { purl, name: displayName(component), version, scope, direct, occurrences },
      match: { confidence, assumptions, evidence },
      fix: { state: match.fixState, versions: match.fixedVersions },
      reasons,
    },
  };
}

const UNIMPORTANT = { code: 'distro-unimportant', text: 'The distribution considers this unimportant.' };

/** What stays the same from version to version: the purl without its version, or what names the component. */
export function packageWithoutVersion({
  purl,
  group,
  name,
}: Pick<ComponentInVersion, 'purl' | 'group' | 'name'>): string {
  if (purl === null) return `${group ?? ''}/${name}`;
  const end = purl.search(/[?#]/);
  const path = end === -1 ? purl : purl.slice(0, end);
  const at = path.lastIndexOf('@');
  return at > path.lastIndexOf('/') + 1 ? path.slice(0, at) : path;
}

function displayName({ packageName, group, name }: ComponentInVersion): string {
  if (packageName !== null) return packageName;
  return group === null || group === '' ? name : `${group}/${name}`;
}

export interface Coverage {
  readonly components: number;
  readonly checked: number;
  readonly notChecked: readonly { readonly reason: string; readonly count: number }[];
}

/** A component whose version cannot be read was not checked, although single records may have named it outright. */
export function measureCoverage(components: readonly ComponentInVersion[]): Coverage {
  const counts = new Map<string, number>();
  for (const component of components) {
    const reason = component.notChecked ?? unassessed(component.matches);
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const notChecked = [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
  const unchecked = notChecked.reduce((sum, { count }) => sum + count, 0);
  return { components: components.length, checked: components.length - unchecked, notChecked };
}

function unassessed(matches: readonly PackageMatch[]): string | undefined {
  const open = matches.filter((match) => match.state === 'cannot_assess');
  return open.flatMap((match) => match.evidence).find((evidence) => evidence.reason === 'unparsable-version')?.reason;
}
