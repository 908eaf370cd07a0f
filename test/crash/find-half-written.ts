/** Searches the tables for anything that an upload or an analysis left unfinished. A consistent database gives an empty list. */
import type { Installation } from '../support/assay-process.ts';

const RULES: Readonly<Record<string, string>> = {
  'a document without its bytes': `
    select s.id from sbom s left join blob b on b.org_id = s.org_id and b.sha256 = s.sha256
    where b.sha256 is null or b.size_bytes <> s.size_bytes`,
  'bytes with a missing piece': `
    select encode(b.sha256, 'hex') as id from blob b
      left join blob_chunk c on c.org_id = b.org_id and c.sha256 = b.sha256
    group by b.org_id, b.sha256, b.stored_bytes
    having coalesce(sum(length(c.bytes)), 0) <> b.stored_bytes or count(c.n) <> coalesce(max(c.n), -1) + 1`,
  'bytes without a document': `
    select encode(b.sha256, 'hex') as id from blob b
    where not exists (select 1 from sbom s where s.org_id = b.org_id and s.sha256 = b.sha256)`,
  'a version without a document': `
    select v.id from service_version v where v.deleted_at is null
      and not exists (select 1 from sbom s where s.org_id = v.org_id and s.version_id = v.id)`,
  'a version without its name': `
    select v.id from service_version v where v.deleted_at is null and not exists (
      select 1 from version_name n where n.org_id = v.org_id and n.version_id = v.id and n.kind = 'name' and n.name = v.name)`,
  'a service with a wrong number of versions': `
    select s.id from service s where s.deleted_at is null and s.version_count <> (
      select count(*) from service_version v
      where v.org_id = s.org_id and v.service_id = s.id and v.deleted_at is null)`,
  'two documents of the same bytes in one version': `
    select min(s.id::text) as id from sbom s group by s.org_id, s.version_id, s.sha256 having count(*) > 1`,
  'a document not received exactly once': `
    select s.id from sbom s where 1 <> (select count(*) from event e
      where e.org_id = s.org_id and e.sbom_id = s.id and e.type = 'sbom.received')`,
  'an analysis that did not end': `
    select a.id from analysis a where a.status not in ('completed', 'completed_with_warnings')`,
  'a requested analysis without exactly one event': `
    select a.id from analysis a where a.superseded_by is null and a.trigger not in ('advisories', 'engine') and 1 <> (select count(*) from event e
      where e.org_id = a.org_id and e.analysis_id = a.id and e.type = 'analysis.completed')`,
};

/** Returns one line for each rule and row that breaks it, at most ten per rule. */
export async function findHalfWritten(installation: Pick<Installation, 'ask'>): Promise<string[]> {
  const found: string[] = [];
  for (const [rule, query] of Object.entries(RULES)) {
    const rows = await installation.ask<{ id: string }>(`${query} limit 10`);
    found.push(...rows.map((row) => `${rule}: ${row.id}`));
  }
  return found;
}
