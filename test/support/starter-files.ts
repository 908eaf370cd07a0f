/** The starter set in the repository: every file, including ecosystems whose versions cannot be compared yet. */
import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../../data/starter/', import.meta.url);

export interface OsvPackage {
  readonly package: { readonly ecosystem: string; readonly name: string };
  readonly ranges?: readonly { readonly type: string; readonly events: readonly unknown[] }[];
  readonly versions?: readonly string[];
  readonly ecosystem_specific?: { readonly urgency?: string };
  readonly database_specific?: { readonly last_known_affected_version_range?: string };
}

/** The members of an OSV record that the starter set contains, and the text that it omits. */
export interface OsvRecord {
  readonly id: string;
  readonly modified: string;
  readonly published: string;
  readonly aliases?: readonly string[];
  readonly related?: readonly string[];
  readonly upstream?: readonly string[];
  readonly summary?: string;
  readonly details?: string;
  readonly severity?: readonly unknown[];
  readonly affected: readonly OsvPackage[];
  readonly references: readonly { readonly type: string; readonly url: string }[];
  readonly database_specific?: { readonly cwe_ids?: readonly string[] };
}

export interface StarterFile {
  /** The OSV name of the ecosystem, which is also the name of the file. */
  readonly directory: string;
  readonly records: readonly (OsvRecord & { readonly summary: string })[];
}

export function readStarterFiles(): readonly StarterFile[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
  return files.toSorted().map((file) => ({
    directory: file.slice(0, -'.json'.length),
    records: JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as StarterFile['records'],
  }));
}
