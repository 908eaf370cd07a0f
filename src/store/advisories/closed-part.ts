/** A part of the graph of aliases that no link leaves: with each record those that share one of its linked ids. */
import { sql } from 'kysely';
import { linkedIds } from '../../core/advisory/alias-groups.ts';
import type { ReferenceTx } from '../database.ts';

export interface LinkedRecord {
  readonly source: string;
  readonly directory: string;
  readonly id: string;
  readonly aliases: readonly string[];
  readonly upstream: readonly string[];
  readonly groupIds: readonly string[];
  readonly polluted: boolean;
}

export interface ClosedPart {
  /** Those of the records, and those that were asked for although no record has them any more. */
  readonly ids: ReadonlySet<string>;
  readonly records: readonly LinkedRecord[];
}

export async function readClosedPart(tx: ReferenceTx, touchedIds: readonly string[]): Promise<ClosedPart> {
  const ids = new Set(touchedIds);
  const records = new Map<string, LinkedRecord>();
  let frontier: readonly string[] = touchedIds;
  while (frontier.length > 0) {
    const reached: string[] = [];
    for (const record of await readNeighbors(tx, frontier)) {
      const linked = linkedIds(record);
      // A record that names too many ties nothing together, and is found only because it names.
      if (!linked.some((id) => ids.has(id))) continue;
      records.set(keyOf(record), record);
      for (const id of linked) {
        if (ids.has(id)) continue;
        ids.add(id);
        reached.push(id);
      }
    }
    frontier = reached;
  }
  return { ids, records: [...records.values()] };
}

/** Records that cover a vulnerability of the part without belonging to it: where it moves, they move. */
export async function readCovering(tx: ReferenceTx, part: ClosedPart): Promise<LinkedRecord[]> {
  const inside = new Set(part.records.map(keyOf));
  const covering = new Map<string, LinkedRecord>();
  const { rows } = await sql<LinkRow>`
    select r.source, r.directory, r.id, r.aliases, r.upstream, r.group_ids, r.polluted
    from unnest(${[...part.ids]}::text[]) i(id) join advisory_record r on r.upstream @> array[i.id]`.execute(tx.db);
  for (const record of rows.map(toLinked)) if (!inside.has(keyOf(record))) covering.set(keyOf(record), record);
  return [...covering.values()];
}

async function readNeighbors(tx: ReferenceTx, ids: readonly string[]): Promise<LinkedRecord[]> {
  // Containment of one id each: the index compares every record that it finds with all ids of one large overlap.
  const { rows } = await sql<LinkRow>`
    select r.source, r.directory, r.id, r.aliases, r.upstream, r.group_ids, r.polluted
    from unnest(${ids}::text[]) i(id) join advisory_record r on r.id = i.id
    union all
    select r.source, r.directory, r.id, r.aliases, r.upstream, r.group_ids, r.polluted
    from unnest(${ids}::text[]) i(id) join advisory_record r on r.aliases @> array[i.id]`.execute(tx.db);
  return rows.map(toLinked);
}

interface LinkRow {
  readonly source: string;
  readonly directory: string;
  readonly id: string;
  readonly aliases: string[];
  readonly upstream: string[];
  readonly group_ids: string[];
  readonly polluted: boolean;
}

function toLinked({ group_ids: groupIds, ...row }: LinkRow): LinkedRecord {
  return { ...row, groupIds };
}

function keyOf({ source, directory, id }: LinkedRecord): string {
  return [source, directory, id].join('\u{1F}');
}
