/**
 * Index of statements for looking up many findings. Each statement is stored under its ids and one trait of its target, and a
 * finding is looked up only under its own ids and traits. `matchPrepared` decides whether a candidate really matches.
 */
import { matchPrepared, prepareStatement, type PreparedStatement } from './match-statement.ts';
import { type ComparedPurl, prepareSubject, type PreparedSubject, type VexSubject } from './vex-subject.ts';
import { lastSegmentOf } from './image-name.ts';
import type { VexStatement } from '../vex-statement.ts';

interface StatementIndex<Statement extends VexStatement = VexStatement> {
  /** Returns the statements that match the finding, in the order in which they were given. */
  readonly find: (subject: VexSubject) => readonly Statement[];
}

export function indexStatements<Statement extends VexStatement>(
  statements: readonly Statement[],
): StatementIndex<Statement> {
  const prepared = statements.map(prepareStatement);
  const index = buildIndex(prepared);
  return { find };

  function find(subject: VexSubject): readonly Statement[] {
    // Most findings have no statement at all, so the subject is not parsed for them.
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

/** Positions of the statements, by id and trait. */
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

/** Undefined: nothing can match the statement. */
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
        .add(`name ${lastSegmentOf(rootPurl.purl.name)}`);
  }
  return traits;
}

/** A digest identifies an image under any name; without a digest the name is used. */
function imageTrait({ purl: { name, version } }: ComparedPurl): string {
  return version?.includes(':') === true ? `digest ${version.toLowerCase()}` : `name ${lastSegmentOf(name)}`;
}

const NAME_END = /[:@]/;

/** The same trait for a service, for the image with that name, and for that image with registry, tag and digest. */
function nameTrait(text: string): string {
  const [bare = ''] = lastSegmentOf(text.trim()).split(NAME_END, 1);
  return bare;
}
