/**
 * Many statements, looked up for many findings: each statement lies under its ids and one trait of what it is about, and a finding
 * looks only under its own ids and traits. Whether one of those found is really meant is decided by `matchPrepared`.
 */
import { matchPrepared, prepareStatement, type PreparedStatement } from './match-statement.ts';
import type { ComparedPurl } from './matching/compared-purl.ts';
import { lastPieceOf } from './matching/image-name.ts';
import { prepareSubject, type PreparedSubject } from './matching/prepared-subject.ts';
import type { VexStatement } from './vex-statement.ts';
import type { VexSubject } from './vex-subject.ts';

export interface StatementIndex<Statement extends VexStatement = VexStatement> {
  /** Those that speak of the finding, in the order in which they were given. */
  readonly find: (subject: VexSubject) => readonly Statement[];
}

export function indexStatements<Statement extends VexStatement>(
  statements: readonly Statement[],
): StatementIndex<Statement> {
  const prepared = statements.map(prepareStatement);
  const index = buildIndex(prepared);
  return { find };

  function find(subject: VexSubject): readonly Statement[] {
    // Most findings have no statement at all, and nothing of them needs to be taken apart.
    const known = subject.ids.map((id) => index.get(id)).filter((traits) => traits !== undefined);
    if (known.length === 0) return [];
    const asked = prepareSubject(subject);
    const found = new Set<number>();
    for (const trait of traitsOf(asked)) {
      for (const traits of known) {
        for (const position of traits.get(trait) ?? []) found.add(position);
      }
    }
    const sorted = [...found].toSorted((a, b) => a - b);
    return sorted.flatMap((position) => {
      const candidate = prepared[position];
      const statement = statements[position];
      return candidate !== undefined && statement !== undefined && matchPrepared(candidate, asked) ? [statement] : [];
    });
  }
}

/** By id and trait, the positions of the statements. */
type TraitIndex = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;

function buildIndex(prepared: readonly PreparedStatement[]): TraitIndex {
  const index = new Map<string, Map<string, number[]>>();
  for (const [position, each] of prepared.entries()) {
    const trait = traitOf(each);
    if (trait === undefined) continue;
    for (const id of each.statement.ids) {
      const traits = index.get(id) ?? new Map<string, number[]>();
      const positions = traits.get(trait) ?? [];
      positions.push(position);
      index.set(id, traits.set(trait, positions));
    }
  }
  return index;
}

/** Undefined: nothing can ever match it. */
function traitOf({ statement, component, product, isUnreadable }: PreparedStatement): string | undefined {
  const { bomLink } = statement.target;
  if (isUnreadable) return undefined;
  if (bomLink !== null) return `link ${bomLink.serialNumber} ${bomLink.ref}`;
  if (component !== undefined) return `package ${component.key}`;
  if (product?.kind === 'package') return `package ${product.purl.key}`;
  if (product?.kind === 'digest') return `digest ${product.digest}`;
  if (product?.kind === 'image') return imageTrait(product.purl);
  return product === undefined ? undefined : `name ${nameTrait(product.text)}`;
}

function traitsOf({ purls, service, images, documents }: PreparedSubject): ReadonlySet<string> {
  const traits = new Set<string>(purls.map(({ key }) => `package ${key}`));
  for (const name of service.names) traits.add(`name ${nameTrait(name)}`).add(`package generic/${name}`);
  for (const { name, digest } of images) {
    traits.add(`name ${name.name}`);
    if (digest !== undefined) traits.add(`digest ${digest}`);
  }
  for (const { serialNumber, refs, root, rootPurl } of documents) {
    const linked = root?.ref === undefined || root.ref === null ? refs : [...refs, root.ref];
    for (const ref of linked) traits.add(`link ${serialNumber} ${ref}`);
    if (root !== null) traits.add(`name ${nameTrait(root.name)}`);
    if (rootPurl !== undefined)
      traits
        .add(`package ${rootPurl.key}`)
        .add(imageTrait(rootPurl))
        .add(`name ${lastPieceOf(rootPurl.purl.name)}`);
  }
  return traits;
}

/** A digest names one image under whatever name; without one the name has to do. */
function imageTrait({ purl: { name, version } }: ComparedPurl): string {
  return version?.includes(':') === true ? `digest ${version.toLowerCase()}` : `name ${lastPieceOf(name)}`;
}

const BEHIND_NAME = /[:@]/;

/** The same for a service, for the image of that name, and for that image with registry, tag and digest. */
function nameTrait(text: string): string {
  const [bare = ''] = lastPieceOf(text.trim()).split(BEHIND_NAME, 1);
  return bare;
}
