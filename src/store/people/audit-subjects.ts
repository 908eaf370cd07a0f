/** The names of the subjects of audit entries, which are stored as ids. A subject that was deleted for good has none. */
import { sql } from 'kysely';
import type { OrgTx } from '../database.ts';

export interface NamedSubject {
  readonly kind: string;
  readonly id: string;
  /** Null: unknown, or the kind has no name. */
  readonly name: string | null;
  /** Names of the service and the version that it belongs to, for links; null: none, or deleted. */
  readonly service: string | null;
  readonly version: string | null;
}

type Subject = Pick<NamedSubject, 'kind' | 'id'>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns a function that names a subject. */
export async function nameSubjects(
  tx: OrgTx,
  subjects: readonly Subject[],
): Promise<(subject: Subject) => NamedSubject> {
  const idsOf = (kind: string): string[] => [
    ...new Set(subjects.filter((each) => each.kind === kind && UUID.test(each.id)).map(({ id }) => id)),
  ];
  const { rows } = await sql<NamedSubject>`
    select 'service' as kind, s.id::text, s.name, case when s.deleted_at is null then s.name end as service, null as version
    from service s where s.org_id = ${tx.orgId} and s.id = any(${idsOf('service')}::uuid[])
    union all
    select 'version', v.id::text, s.name || ' ' || v.name, case when s.deleted_at is null then s.name end,
      case when v.deleted_at is null then v.name end
    from service_version v join service s on s.org_id = v.org_id and s.id = v.service_id
    where v.org_id = ${tx.orgId} and v.id = any(${idsOf('version')}::uuid[])
    union all
    select 'sbom', b.id::text, s.name || ' ' || v.name, case when s.deleted_at is null then s.name end,
      case when v.deleted_at is null then v.name end
    from sbom b join service_version v on v.org_id = b.org_id and v.id = b.version_id
    join service s on s.org_id = v.org_id and s.id = v.service_id
    where b.org_id = ${tx.orgId} and b.id = any(${idsOf('sbom')}::uuid[])
    union all
    select 'finding', f.id::text, s.name, case when s.deleted_at is null then s.name end, null
    from finding f join service s on s.org_id = f.org_id and s.id = f.service_id
    where f.org_id = ${tx.orgId} and f.id = any(${idsOf('finding')}::uuid[])
    union all
    select 'token', t.id::text, t.name, null, null
    from token t where t.org_id = ${tx.orgId} and t.id = any(${idsOf('token')}::uuid[])
    union all
    select 'webhook', w.id::text, w.url, null, null
    from webhook w where w.org_id = ${tx.orgId} and w.id = any(${idsOf('webhook')}::uuid[])
    union all
    select 'notification', w.id::text, w.description, null, null
    from webhook w where w.org_id = ${tx.orgId} and w.id = any(${idsOf('notification')}::uuid[])
    union all
    select 'person', p.id::text, p.email, null, null
    from membership m join person p on p.id = m.person_id
    where m.org_id = ${tx.orgId} and m.person_id = any(${idsOf('person')}::uuid[])`.execute(tx.db);
  const named = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]));
  return ({ kind, id }) => named.get(`${kind} ${id}`) ?? { kind, id, name: null, service: null, version: null };
}
