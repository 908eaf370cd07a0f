/** What changed between two versions: set differences of their components and of their findings. `explainChange` tells why. */

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
  /** The documents that hold the component. */
  readonly sbomIds: readonly string[];
}

/** A finding that one side has, or both with other versions of the package, and which versions of it each side holds. */
export interface FindingChange<Finding extends DiffFinding> {
  readonly finding: Finding;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

export interface VersionDiff<Finding extends DiffFinding> {
  readonly components: {
    readonly added: readonly DiffComponent[];
    readonly removed: readonly DiffComponent[];
    readonly changed: readonly { readonly name: string; readonly from: string | null; readonly to: string | null }[];
  };
  readonly findings: {
    readonly introduced: readonly FindingChange<Finding>[];
    readonly resolved: readonly FindingChange<Finding>[];
    readonly changed: readonly FindingChange<Finding>[];
    /** Gone from the head, but something that held it was not sent for it. */
    readonly notSeen: readonly FindingChange<Finding>[];
    readonly unchanged: number;
  };
}

interface Side<Finding extends DiffFinding> {
  readonly components: readonly DiffComponent[];
  /** Of several with one fingerprint the first stands for all. */
  readonly findings: readonly Finding[];
}

/**
 * A move from one affected version of a package to another is a change, never an end and a beginning. `unseen`: ids of the
 * documents of the base that the head has no counterpart of.
 */
export function diffVersions<Finding extends DiffFinding>(
  base: Side<Finding>,
  head: Side<Finding>,
  unseen: ReadonlySet<string>,
): VersionDiff<Finding> {
  const before = groupByFingerprint(base.findings);
  const after = groupByFingerprint(head.findings);
  const held = { base: versionsByPackage(base.components), head: versionsByPackage(head.components) };
  const toChange = ({ first }: Group<Finding>): FindingChange<Finding> => ({
    finding: first,
    from: held.base.get(first.package) ?? [],
    to: held.head.get(first.package) ?? [],
  });
  // One place that nobody looked at is enough: it may be there still.
  const isUnseen = ({ sbomIds }: Group<Finding>): boolean => sbomIds.some((id) => unseen.has(id));
  const gone = onlyIn(before, after);
  const both = [...after].filter(([fingerprint]) => before.has(fingerprint));
  const changed = both.filter(([fingerprint, group]) => before.get(fingerprint)?.versions !== group.versions);
  return {
    components: diffComponents(base.components, head.components),
    findings: {
      introduced: onlyIn(after, before).map(toChange),
      resolved: gone.filter((group) => !isUnseen(group)).map(toChange),
      changed: changed.map(([, group]) => toChange(group)),
      notSeen: gone.filter(isUnseen).map(toChange),
      unchanged: both.length - changed.length,
    },
  };
}

interface Group<Finding> {
  readonly first: Finding;
  /** Affected versions of the package, in a form that can be compared. */
  readonly versions: string;
  readonly sbomIds: readonly string[];
}

function groupByFingerprint<Finding extends DiffFinding>(findings: readonly Finding[]): Map<string, Group<Finding>> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.fingerprint);
    if (group === undefined) groups.set(finding.fingerprint, [finding]);
    else group.push(finding);
  }
  const toVersions = (group: readonly Finding[]): string =>
    JSON.stringify([...new Set(group.map(({ componentVersion }) => componentVersion ?? ''))].toSorted());
  const toGroup = (first: Finding, group: readonly Finding[]): Group<Finding> => ({
    first,
    versions: toVersions(group),
    sbomIds: group.flatMap(({ sbomIds }) => sbomIds),
  });
  return new Map(
    [...groups].flatMap(([fingerprint, group]) => {
      const [first] = group;
      return first === undefined ? [] : [[fingerprint, toGroup(first, group)]];
    }),
  );
}

function onlyIn<Value>(own: ReadonlyMap<string, Value>, other: ReadonlyMap<string, Value>): Value[] {
  return [...own].filter(([key]) => !other.has(key)).map(([, value]) => value);
}

function versionsByPackage(components: readonly DiffComponent[]): Map<string, readonly string[]> {
  const versions = new Map<string, Set<string>>();
  for (const component of components) {
    const set = versions.get(component.package) ?? new Set<string>();
    set.add(component.version ?? '');
    versions.set(component.package, set);
  }
  return new Map([...versions].map(([name, set]) => [name, [...set].toSorted()]));
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
