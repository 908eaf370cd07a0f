/** Index of raw OSV records by package name, with the alias sets formed by their ids. */
import { SPEC_ECOSYSTEMS } from './ecosystems.ts';
import { isVulnerable, type OsvAffected } from './evaluate.ts';
import type { SpecPackage } from './to-spec-package.ts';

export interface OsvRecord {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly withdrawn?: string;
  readonly affected?: readonly OsvAffected[];
}

/** An element of `affected` with its record. */
export interface FiledEntry {
  readonly recordId: string;
  readonly affected: OsvAffected;
}

const BY_NAME = new Map(SPEC_ECOSYSTEMS.map((ecosystem) => [ecosystem.name, ecosystem]));

export class RecordIndex {
  readonly #entries = new Map<string, FiledEntry[]>();
  /** Groups known from records, by Maven artifact. */
  readonly #groups = new Map<string, Set<string>>();
  readonly #parents = new Map<string, string>();
  /** Cache, because documents share most of their components. */
  readonly #hits = new Map<string, readonly FiledEntry[]>();

  /** Skips withdrawn records. Entries rejected by `isWanted` are not indexed, but their aliases are. */
  add(record: OsvRecord, isWanted: (ecosystem: string, name: string) => boolean = () => true): void {
    if (record.withdrawn !== undefined) return;
    for (const alias of record.aliases ?? []) this.#join(record.id, alias);
    for (const affected of record.affected ?? []) {
      const ecosystem = BY_NAME.get(affected.package?.ecosystem?.split(':', 1)[0] ?? '');
      const name = ecosystem?.normalize(affected.package?.name ?? '') ?? '';
      if (ecosystem === undefined || !isWanted(ecosystem.name, name)) continue;
      const filed = this.#entries.get(`${ecosystem.name}\n${name}`) ?? [];
      filed.push({ recordId: record.id, affected });
      this.#entries.set(`${ecosystem.name}\n${name}`, filed);
      if (ecosystem.name === 'Maven') {
        const [group = '', artifact = ''] = name.split(':');
        this.#groups.set(artifact, (this.#groups.get(artifact) ?? new Set()).add(group));
      }
    }
  }

  /** All entries about the package, for any version. */
  entriesOf({ ecosystem, name }: SpecPackage): readonly FiledEntry[] {
    const filed = this.#entries.get(`${ecosystem.name}\n${name}`);
    if (filed !== undefined || ecosystem.name !== 'Maven') return filed ?? [];
    return this.#guessNames(name).flatMap((each) => this.#entries.get(`Maven\n${each}`) ?? []);
  }

  /** The entries that contain the version; none if the component has no version. */
  findHits(about: SpecPackage): readonly FiledEntry[] {
    const { ecosystem, name, version, importPath } = about;
    if (version === '') return [];
    const key = [ecosystem.name, name, version, importPath].join('\n');
    const hits = this.#hits.get(key) ?? this.entriesOf(about).filter(({ affected }) => isHit(about, affected));
    this.#hits.set(key, hits);
    return hits;
  }

  /** Returns the same string for all ids of one vulnerability: `aliases` is symmetric and transitive. */
  aliasSetOf(id: string): string {
    let root = id;
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root)) root = parent;
    return root;
  }

  /**
   * Names known from records in place of a group that a tool made up: it ends with the artifact, and either is nothing else
   * (`spring-core:spring-core`) or has a hyphen there, which Java package names cannot have
   * (`org.apache.tomcat-juli:tomcat-juli`).
   */
  #guessNames(name: string): string[] {
    const [group = '', artifact = ''] = name.split(':');
    const isWhole = group === artifact;
    if (!isWhole && !(artifact.includes('-') && group.endsWith(`.${artifact}`))) return [];
    const vendor = isWhole ? '' : group.slice(0, -artifact.length - 1);
    const groups = [...(this.#groups.get(artifact) ?? [])];
    return groups
      .filter((each) => `${each}.`.startsWith(vendor === '' ? '' : `${vendor}.`))
      .map((each) => `${each}:${artifact}`);
  }

  // A set is identified by its first id in the order CVE, GHSA, others, so that it is shown under its CVE.
  #join(a: string, b: string): void {
    const [first, second] = [this.aliasSetOf(a), this.aliasSetOf(b)];
    if (first === second) return;
    if (rankOf(first) < rankOf(second)) this.#parents.set(second, first);
    else this.#parents.set(first, second);
  }
}

function isHit({ ecosystem, version, importPath }: SpecPackage, affected: OsvAffected): boolean {
  const { imports } = affected.ecosystem_specific ?? {};
  const isImported = importPath === undefined || imports?.some(({ path }) => path === importPath) !== false;
  return isImported && isVulnerable(version, affected, ecosystem);
}

function rankOf(id: string): string {
  if (id.startsWith('CVE-')) return `0${id}`;
  return id.startsWith('GHSA-') ? `1${id}` : `2${id}`;
}
