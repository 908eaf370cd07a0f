/**
 * Distinct components of an organization, their keys, and the component sets of documents. A build is mostly the same as the
 * previous one, so a set consists of chunks that are stored once. In a new chunk, known components are looked up by hash only, and
 * only new ones are sent to the database in full, as JSON text that a worker thread has built and the database parses.
 */
import { sql } from 'kysely';
import type { OrgTx } from '../../database.ts';
import { pipelined } from '../../pipelined.ts';
import { clearSetGroupCache } from './set-groups.ts';
import { lockComponentsShared } from './unused-components.ts';

/** Consecutive members of a set in two lists of the same order: components and their places. Both identify components by hash. */
export interface SetChunk {
  /** Of the content, hexadecimal. */
  readonly sha256: string;
  /** Position of the first member in the set. */
  readonly start: number;
  /** Each is `{sha256, purl, name, version, ecosystem, unversioned, sort_key, package, not_checked, keys}`. */
  readonly components: readonly string[];
  /**
   * `{sha256, not_checked, position, scope, direct, type, purl}`, and optionally `{platform}`, `{in_graph}`, and `{owners,
   * ownership}` for components that belong to system packages.
   */
  readonly members: string;
}

interface Member {
  readonly sha256: string;
  readonly not_checked: string | null;
  readonly position: number;
  readonly scope: string;
  readonly direct: boolean | null;
  readonly type: string;
  readonly purl: string | null;
  /** Absent if only the purl states it. */
  readonly platform?: unknown;
  readonly in_graph?: boolean;
  readonly owners?: readonly number[];
  readonly ownership?: string;
}

interface KnownComponent {
  readonly id: string;
  readonly sha256: string;
  readonly purl: string | null;
  readonly not_checked: string | null;
}

/** A chunk of a set without its content. */
export type ChunkReference = Pick<SetChunk, 'sha256' | 'start'>;

/** Stores chunks of a set. May be repeated; a set counts as complete when a document refers to it. */
export async function saveComponents(
  tx: OrgTx,
  setSha256: Buffer,
  chunks: readonly SetChunk[],
  newId: () => string,
): Promise<void> {
  const missing = await linkChunks(tx, setSha256, chunks);
  await insertChunks(
    tx,
    chunks.filter((_, number) => missing.has(number)),
    newId,
  );
}

const LINKS_PER_STATEMENT = 5_000;

/**
 * Records that a set consists of these chunks, so that none of them is removed from now on, and returns the numbers of those that
 * are not stored yet.
 */
export async function linkChunks(
  tx: OrgTx,
  setSha256: Buffer,
  chunks: readonly ChunkReference[],
): Promise<ReadonlySet<number>> {
  await lockComponentsShared(tx);
  const missing = new Set<number>();
  for (let from = 0; from < chunks.length; from += LINKS_PER_STATEMENT) {
    const some = chunks.slice(from, from + LINKS_PER_STATEMENT);
    const [stored] = await pipelined([
      listStoredChunks(tx, some),
      sql`
        insert into component_set_chunk (org_id, set_sha256, start, chunk_sha256)
        select ${tx.orgId}, ${setSha256}, c.start, c.sha256
        from unnest(${some.map(({ start }) => start)}::int[], ${some.map(toBytea)}::bytea[]) c(start, sha256)
        on conflict do nothing`.execute(tx.db),
    ]);
    for (const [index, { sha256 }] of some.entries()) if (!stored.has(sha256)) missing.add(from + index);
  }
  return missing;
}

function toBytea({ sha256 }: { readonly sha256: string }): string {
  return `\\x${sha256}`;
}

/** Chunks are looked up like components. They are stored as a whole, so one member proves that all are there. */
async function listStoredChunks(tx: OrgTx, chunks: readonly ChunkReference[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ sha256: string }>`
    select encode(h.sha256, 'hex') as sha256 from unnest(${chunks.map(toBytea)}::bytea[]) h(sha256) cross join lateral (
      select from component_chunk where org_id = ${tx.orgId} and sha256 = h.sha256 and position = 0 limit 1) c`.execute(
    tx.db,
  );
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** Stores the content of linked chunks. */
export async function saveChunks(tx: OrgTx, chunks: readonly SetChunk[], newId: () => string): Promise<void> {
  await lockComponentsShared(tx);
  await insertChunks(tx, chunks, newId);
}

/** Another transaction may have stored some of them first. The caller holds the lock on components. */
async function insertChunks(tx: OrgTx, chunks: readonly SetChunk[], newId: () => string): Promise<void> {
  if (chunks.length === 0) return;
  const places = chunks.flatMap((chunk) =>
    (JSON.parse(chunk.members) as readonly Member[]).map((member) => ({ ...member, chunk })),
  );
  const texts = chunks.flatMap(({ components }) => components);
  const known = new Map((await findComponents(tx, places)).map((row) => [row.sha256, row]));
  const unknown = texts.filter((_, index) => !known.has(places[index]?.sha256 ?? ''));
  const all = new Map(known);
  if (unknown.length > 0) addAll(all, await insertNew(tx, unknown, unknown.map(newId)));
  await updateReasons(tx, places, known);
  // Another transaction may have inserted some of them first.
  const missing = places.filter(({ sha256 }) => !all.has(sha256));
  if (missing.length > 0) addAll(all, await findComponents(tx, missing));
  await insertMembers(tx, places, all);
}

function addAll(components: Map<string, KnownComponent>, rows: readonly KnownComponent[]): void {
  for (const row of rows) components.set(row.sha256, row);
}

/**
 * Returns the stored ones. Each is looked up alone (`limit 1`): otherwise the planner would read all components of the
 * organization, of which it expects few.
 */
async function findComponents(tx: OrgTx, members: readonly Member[]): Promise<readonly KnownComponent[]> {
  const { rows } = await sql<KnownComponent>`
    select c.* from unnest(${members.map(toBytea)}::bytea[]) h(sha256) cross join lateral (
      select id, encode(component_sha256, 'hex') as sha256, purl, not_checked from component
      where org_id = ${tx.orgId} and component_sha256 = h.sha256 limit 1) c`.execute(tx.db);
  return rows;
}

/**
 * Returns the components that were not stored before. Sorted by hash, so that two documents with the same new components cannot
 * deadlock.
 */
async function insertNew(
  tx: OrgTx,
  components: readonly string[],
  ids: readonly string[],
): Promise<readonly KnownComponent[]> {
  const { rows } = await sql<KnownComponent>`
    with incoming as materialized (
      select value, n, decode(value->>'sha256', 'hex') as hash
      from jsonb_array_elements(${`[${components.join(',')}]`}::jsonb) with ordinality e(value, n)),
    inserted as (
      insert into component
        (org_id, id, component_sha256, purl, name, version, ecosystem, unversioned, sort_key, package, not_checked)
      select ${tx.orgId}, (${ids}::uuid[])[t.n], t.hash, t.value->>'purl', t.value->>'name', t.value->>'version',
        t.value->>'ecosystem', t.value->>'unversioned', t.value->>'sort_key', nullif(t.value->'package', 'null'), t.value->>'not_checked'
      from incoming t
      order by t.hash
      on conflict (org_id, component_sha256) do nothing
      returning id, component_sha256 as hash, purl, not_checked),
    keyed as (
      insert into component_key (org_id, package_key, component_id)
      select ${tx.orgId}, k.key, i.id from inserted i join incoming t on t.hash = i.hash
      cross join lateral jsonb_array_elements_text(t.value->'keys') k(key)
      on conflict do nothing)
    select id, encode(hash, 'hex') as sha256, purl, not_checked from inserted`.execute(tx.db);
  return rows;
}

/** A component that an older engine could not check may be checkable now, and vice versa. */
async function updateReasons(
  tx: OrgTx,
  members: readonly Member[],
  known: ReadonlyMap<string, KnownComponent>,
): Promise<void> {
  const changed = members.flatMap(({ sha256, not_checked: reason }) => {
    const component = known.get(sha256);
    return component === undefined || component.not_checked === reason ? [] : [{ id: component.id, reason }];
  });
  if (changed.length === 0) return;
  await sql`
    with changed as (
      select c.id, t.reason from component c
      join unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ reason }) => reason)}::text[]) t(id, reason) on t.id = c.id
      where c.org_id = ${tx.orgId} order by c.id for update of c)
    update component c set not_checked = changed.reason
    from changed where c.org_id = ${tx.orgId} and c.id = changed.id`.execute(tx.db);
  clearSetGroupCache();
}

interface Place extends Member {
  readonly chunk: ChunkReference;
}

async function insertMembers(
  tx: OrgTx,
  places: readonly Place[],
  components: ReadonlyMap<string, KnownComponent>,
): Promise<void> {
  const rows = places.map(({ chunk, ...member }) => {
    const component = components.get(member.sha256);
    if (component === undefined) throw new Error('A component that was just stored is missing.');
    return {
      ...member,
      chunk: toBytea(chunk),
      position: member.position - chunk.start,
      id: component.id,
      purl: member.purl === component.purl ? null : member.purl,
      owners: member.owners && `{${member.owners.map((position) => position - chunk.start).join(',')}}`,
      platform: member.platform === undefined ? null : JSON.stringify(member.platform),
    };
  });
  const column = <Name extends keyof (typeof rows)[number]>(name: Name): unknown[] =>
    rows.map((row) => row[name] ?? null);
  await sql`
    insert into component_chunk (org_id, sha256, position, component_id, scope, direct, type, purl, owners, ownership, platform, in_graph)
    select ${tx.orgId}, m.chunk, m.position, m.id, m.scope, m.direct, m.type, m.purl, m.owners::int[], m.ownership,
      m.platform::jsonb, m.in_graph
    from unnest(${column('chunk')}::bytea[], ${column('position')}::int[], ${column('id')}::uuid[], ${column('scope')}::text[],
      ${column('direct')}::boolean[], ${column('type')}::text[], ${column('purl')}::text[], ${column('owners')}::text[],
      ${column('ownership')}::text[], ${column('platform')}::text[], ${column('in_graph')}::boolean[])
      m(chunk, position, id, scope, direct, type, purl, owners, ownership, platform, in_graph)
    order by m.chunk, m.position
    on conflict do nothing`.execute(tx.db);
}

/** Returns whether a document of the organization refers to this set, which is then complete. */
export async function isSetComplete(tx: OrgTx, setSha256: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sbom where org_id = ${tx.orgId} and set_sha256 = ${setSha256} limit 1`.execute(tx.db);
  return rows.length > 0;
}

/** Returns the requested families of which the organization has components. Takes one index lookup per family. */
export async function listUsedFamilies(tx: OrgTx, families: readonly string[]): Promise<string[]> {
  // The separator after the family in a key is U+001F; a space follows it.
  const { rows } = await sql<{ family: string }>`
    select f.family from unnest(${families}::text[]) f(family) where exists (
      select from component_key k where k.org_id = ${tx.orgId}
        and k.package_key >= f.family || e'\x1f' and k.package_key < f.family || ' ')`.execute(tx.db);
  return rows.map(({ family }) => family);
}
