/** Records as they were: what a changed finding can be explained with. Edits that matching does not see are not kept. */
import { sql } from 'kysely';
import type { ReferenceTx } from '../database.ts';
import type { DirectoryPlace } from './directories.ts';

/** Before the stored rows are replaced; reads `changed_record` and what is staged for it. */
export async function keepRevisions(
  tx: ReferenceTx,
  { source, directory, run }: DirectoryPlace & { readonly run: string },
  snapshot: number,
): Promise<void> {
  await sql`
    insert into advisory_revision (source, directory, id, snapshot, change, modified, withdrawn, raw)
    select o.source, o.directory, o.id, ${snapshot}::bigint,
      case when c.kind = 'deleted' then 'deleted'
        when o.withdrawn is null and n.withdrawn is not null then 'withdrawn'
        else 'revised' end,
      o.modified, o.withdrawn, o.raw
    from changed_record c
    join advisory_record o on o.source = ${source} and o.directory = ${directory} and o.id = c.id
    left join staged_record n on n.run = ${run} and n.id = c.id
    where c.kind in ('revised', 'deleted')`.execute(tx.db);
}
