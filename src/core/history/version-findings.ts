/** From the matches of components to findings: those of a version, and those of a document that is only looked at. */
import { toEpssStep } from '../advisory/epss-step.ts';
import { rankOf } from '../advisory/severity-rank.ts';
import type { Vulnerability } from '../advisory/vulnerability.ts';
import type { ExploitFacts } from '../advisory/worst-facts.ts';
import type { PackageMatch } from '../match/match.ts';
import type { SettledMatch } from '../match/ownership/settle-ownership.ts';
import { judgeFinding, type RelevanceStatus } from '../relevance/judge-finding.ts';
import { prioritize, type Band, type Priority } from '../relevance/priority.ts';
import type { Reason } from '../relevance/why-dismissed.ts';

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
  readonly relevance: RelevanceStatus;
  readonly hasFix: boolean;
  readonly risk: number;
  readonly band: Band;
  /** The id and all aliases, in capital letters. */
  readonly ids: readonly string[];
  readonly kev: boolean;
  /** The step that the score is on. */
  readonly epss: number | null;
  readonly direct: boolean | null;
  readonly sbomIds: readonly string[];
  readonly images: readonly string[];
  readonly detail: FindingDetail;
}

/** With what other sources say of its CVE ids. */
export type FoundVulnerability = Vulnerability & ExploitFacts;

export interface FindingDetail {
  readonly vulnerability: FoundVulnerability;
  readonly component: Omit<ComponentInVersion, 'id' | 'matches' | 'unversioned'>;
  readonly match: Pick<PackageMatch, 'confidence' | 'assumptions' | 'evidence'>;
  readonly fix: {
    readonly state: PackageMatch['fixState'];
    readonly versions: readonly string[];
    /** What has to be joined to get it: `pro` is Ubuntu Pro. */
    readonly channel?: string;
  };
  readonly reasons: readonly Reason[];
  readonly priority: Pick<Priority, 'riskModel' | 'reasons'>;
}

/** One row per package version and alias group, in a fixed order. */
export function toVersionFindings(
  components: readonly ComponentInVersion[],
  vulnerabilities: ReadonlyMap<string, FoundVulnerability>,
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

function toFinding(
  component: ComponentInVersion,
  match: SettledMatch,
  vulnerability: FoundVulnerability,
): VersionFinding {
  const { purl, name, version, scope, direct, occurrences } = component;
  const { confidence, assumptions, evidence } = match;
  const { relevance, reasons } = judgeFinding(match, vulnerability);
  const epss = vulnerability.epss && { score: toEpssStep(vulnerability.epss.score) };
  const facts = { class: match.class, relevance, vulnerability: { ...vulnerability, epss } };
  const { risk, band, ...priority } = prioritize(facts);
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
    risk,
    band,
    ids: distinct([vulnerability.id, ...vulnerability.aliases].map((id) => id.toUpperCase())),
    kev: vulnerability.kev !== null,
    epss: epss?.score ?? null,
    direct,
    sbomIds: distinct(occurrences.flatMap(({ sbomId }) => sbomId ?? [])),
    images: distinct(occurrences.flatMap(({ image }) => image ?? [])),
    detail: {
      vulnerability,
      component: { purl, name, version, scope, direct, occurrences },
      match: { confidence, assumptions, evidence },
      fix: {
        state: match.fixState,
        versions: match.fixedVersions,
        ...(match.fixChannel !== undefined && { channel: match.fixChannel }),
      },
      reasons,
      priority,
    },
  };
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted();
}
