/** What changed between two versions: set differences of their components and of their findings, each finding with its cause. */

export interface DiffComponent {
  /** Package without version. */
  readonly package: string;
  readonly name: string;
  readonly version: string | null;
  readonly purl: string | null;
}

export interface DiffFinding {
  readonly fingerprint: string;
  readonly package: string;
  readonly componentVersion: string | null;
}

export interface VersionDiff<Finding extends DiffFinding> {
  readonly components: {
    readonly added: readonly DiffComponent[];
    readonly removed: readonly DiffComponent[];
    readonly changed: readonly { readonly name: string; readonly from: string | null; readonly to: string | null }[];
  };
  readonly findings: {
    readonly introduced: readonly (Finding & { readonly cause: Cause })[];
    readonly resolved: readonly (Finding & { readonly cause: Cause })[];
    readonly changed: readonly (Finding & { readonly cause: Cause })[];
    readonly unchanged: number;
  };
}

export type Cause = 'code' | 'advisory';

interface Side<Finding extends DiffFinding> {
  readonly components: readonly DiffComponent[];
  readonly findings: readonly Finding[];
}

/** A move from one affected version of a package to another is a change, never an end and a beginning. */
export function diffVersions<Finding extends DiffFinding>(
  base: Side<Finding>,
  head: Side<Finding>,
): VersionDiff<Finding> {
  const components = diffComponents(base.components, head.components);
  const before = new Map(base.findings.map((finding) => [finding.fingerprint, finding]));
  const after = new Map(head.findings.map((finding) => [finding.fingerprint, finding]));
  const held = { base: versionsByPackage(base.components), head: versionsByPackage(head.components) };
  const withCause = (finding: Finding): Finding & { readonly cause: Cause } => ({
    ...finding,
    cause: causeOf(finding, held),
  });
  const both = [...after.values()].filter((finding) => before.has(finding.fingerprint));
  const changed = both.filter(
    (finding) => before.get(finding.fingerprint)?.componentVersion !== finding.componentVersion,
  );
  return {
    components,
    findings: {
      introduced: [...after.values()].filter((finding) => !before.has(finding.fingerprint)).map(withCause),
      resolved: [...before.values()].filter((finding) => !after.has(finding.fingerprint)).map(withCause),
      changed: changed.map((finding) => ({ ...finding, cause: 'code' as const })),
      unchanged: both.length - changed.length,
    },
  };
}

/** The same package versions on both sides: then it was not the code that changed. */
function causeOf(
  finding: DiffFinding,
  held: { readonly base: ReadonlyMap<string, string>; readonly head: ReadonlyMap<string, string> },
): Cause {
  return held.base.get(finding.package) === held.head.get(finding.package) ? 'advisory' : 'code';
}

function versionsByPackage(components: readonly DiffComponent[]): Map<string, string> {
  const versions = new Map<string, string[]>();
  for (const component of components) {
    const list = versions.get(component.package) ?? [];
    list.push(component.version ?? '');
    versions.set(component.package, list);
  }
  return new Map([...versions].map(([name, list]) => [name, [...new Set(list)].toSorted().join(' ')]));
}

function diffComponents(
  base: readonly DiffComponent[],
  head: readonly DiffComponent[],
): VersionDiff<DiffFinding>['components'] {
  const inBase = groupByPackage(base);
  const inHead = groupByPackage(head);
  const changed = [...inHead].flatMap(([name, after]) => {
    const before = inBase.get(name);
    if (before?.length !== 1 || after.length !== 1 || before[0]?.version === after[0]?.version) return [];
    return [{ name: after[0]?.name ?? name, from: before[0]?.version ?? null, to: after[0]?.version ?? null }];
  });
  return { added: missingFrom(inBase, inHead), removed: missingFrom(inHead, inBase), changed };
}

/** Versions that only one side has, except where a single version was simply replaced by another. */
function missingFrom(
  other: ReadonlyMap<string, DiffComponent[]>,
  own: ReadonlyMap<string, DiffComponent[]>,
): DiffComponent[] {
  return [...own].flatMap(([name, components]) => {
    const there = other.get(name) ?? [];
    if (there.length === 1 && components.length === 1) return [];
    const versions = new Set(there.map((component) => component.version));
    return components.filter((component) => !versions.has(component.version));
  });
}

function groupByPackage(components: readonly DiffComponent[]): Map<string, DiffComponent[]> {
  const groups = new Map<string, Map<string, DiffComponent>>();
  for (const component of components) {
    const group = groups.get(component.package) ?? new Map<string, DiffComponent>();
    group.set(component.version ?? '', component);
    groups.set(component.package, group);
  }
  return new Map([...groups].map(([name, group]) => [name, [...group.values()]]));
}
