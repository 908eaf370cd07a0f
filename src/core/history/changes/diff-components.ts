/** Compares the components of two versions. */

export interface DiffComponent {
  /** Package key without version. */
  readonly package: string;
  readonly name: string;
  readonly version: string | null;
  readonly purl: string | null;
}

export interface ComponentDiff {
  readonly added: readonly DiffComponent[];
  readonly removed: readonly DiffComponent[];
  readonly changed: readonly { readonly name: string; readonly from: string | null; readonly to: string | null }[];
}

/** Maps each package to its distinct versions, sorted. */
export function versionsByPackage(components: readonly DiffComponent[]): Map<string, readonly string[]> {
  const versions = new Map<string, Set<string>>();
  for (const component of components) {
    const set = versions.get(component.package) ?? new Set<string>();
    set.add(component.version ?? '');
    versions.set(component.package, set);
  }
  return new Map([...versions].map(([name, set]) => [name, [...set].toSorted()]));
}

export function diffComponents(base: readonly DiffComponent[], head: readonly DiffComponent[]): ComponentDiff {
  const inBase = groupByPackage(base);
  const inHead = groupByPackage(head);
  const changed = [...inHead].flatMap(([name, after]) => {
    const before = inBase.get(name);
    if (before?.length !== 1 || after.length !== 1 || before[0]?.version === after[0]?.version) return [];
    return [{ name: after[0]?.name ?? name, from: before[0]?.version ?? null, to: after[0]?.version ?? null }];
  });
  return { added: missingFrom(inBase, inHead), removed: missingFrom(inHead, inBase), changed };
}

/** Returns the versions that only one side has, except where a single version was replaced by another. */
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
