/** From the matches of components to findings: those of a version, and those of a document that is only looked at. */
import type { Vulnerability } from '../advisory/vulnerability.ts';
import { rankOf } from '../advisory/severity-rank.ts';
import type { PackageMatch } from '../match/match.ts';
import type { SettledMatch } from '../match/ownership/settle-ownership.ts';
import { whyDismissed, type Reason } from './why-dismissed.ts';

export interface Occurrence {
  /** Null: the document is not kept. */
  readonly sbomId: string | null;
  readonly image: string | null;
  readonly bomRef: string;
}

export interface ComponentInVersion {
  readonly id: string;
  /** As sent. */
  readonly purl: string | null;
  /** As advisories call the package, where anybody knows what it is. */
  readonly name: string;
  readonly version: string | null;
  /** Ecosystem and name: what stays the same from version to version. */
  readonly unversioned: string;
  readonly scope: string;
  readonly direct: boolean | null;
  readonly matches: readonly SettledMatch[];
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
  readonly relevance: 'relevant' | 'deprioritized' | 'not_relevant';
  readonly hasFix: boolean;
  readonly risk: number;
  readonly band: 'P0' | 'P1' | 'P2' | 'P3' | 'P4';
  /** The id and all aliases, in capital letters. */
  readonly ids: readonly string[];
  readonly kev: boolean;
  readonly epss: number | null;
  readonly direct: boolean | null;
  readonly sbomIds: readonly string[];
  readonly images: readonly string[];
  readonly detail: FindingDetail;
}

export interface FindingDetail {
  readonly vulnerability: Vulnerability;
  readonly component: Omit<ComponentInVersion, 'id' | 'matches' | 'unversioned'>;
  readonly match: Pick<PackageMatch, 'confidence' | 'assumptions' | 'evidence'>;
  readonly fix: { readonly state: PackageMatch['fixState']; readonly versions: readonly string[] };
  readonly reasons: readonly Reason[];
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

function toFinding(component: ComponentInVersion, match: SettledMatch, vulnerability: Vulnerability): VersionFinding {
  const { purl, name, version, scope, direct, occurrences } = component;
  const { confidence, assumptions, evidence } = match;
  const { relevance, reasons } = judge(match);
  return {
    componentId: component.id,
    groupId: match.groupId,
    canonicalId: match.canonicalId,
    class: match.class,
    severityRank: rankOf(vulnerability.severity),
    package: component.unversioned,
    packageName: name,
    relevance,
    hasFix: match.fixedVersions.length > 0,
    risk: 0,
    band: 'P4',
    ids: distinct([vulnerability.id, ...vulnerability.aliases].map((id) => id.toUpperCase())),
    kev: false,
    epss: null,
    direct,
    sbomIds: distinct(occurrences.flatMap(({ sbomId }) => sbomId ?? [])),
    images: distinct(occurrences.flatMap(({ image }) => image ?? [])),
    detail: {
      vulnerability,
      component: { purl, name, version, scope, direct, occurrences },
      match: { confidence, assumptions, evidence },
      fix: { state: match.fixState, versions: match.fixedVersions },
      reasons,
    },
  };
}

function judge({
  dismissal,
  urgency,
}: SettledMatch): Pick<VersionFinding, 'relevance'> & Pick<FindingDetail, 'reasons'> {
  if (dismissal !== undefined) return { relevance: 'not_relevant', reasons: [whyDismissed(dismissal)] };
  if (urgency === 'unimportant') return { relevance: 'deprioritized', reasons: [UNIMPORTANT] };
  return { relevance: 'relevant', reasons: [] };
}

const UNIMPORTANT: Reason = { code: 'distro-unimportant', text: 'The distribution considers this unimportant.' };

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted();
}
