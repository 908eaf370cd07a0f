-- Tokens record by id who created them and which member they belong to, and browsers that signed in are recognized.

alter table token
  -- 'unrecorded': created before ids were recorded. created_by keeps the name of that time, which proves nothing.
  add column created_by_kind text not null default 'unrecorded'
    check (created_by_kind in ('person', 'token', 'operator', 'unrecorded')),
  add column created_by_id uuid,
  -- null: the token belongs to the organization.
  add column owner_id uuid,
  -- The last notice before expiry that was sent, as days before it.
  add column expiry_notice_days integer;

-- Both tables span all organizations: the owner of a table is bound by its policies only while they are forced.
alter table token no force row level security;
alter table audit_entry no force row level security;
update token t
set created_by_kind = case a.actor_kind when 'system' then 'operator' else a.actor_kind end,
    created_by_id = case when a.actor_kind = 'system' then null else a.actor_id::uuid end
from audit_entry a
where a.org_id = t.org_id and a.action = 'token.created' and a.subject_kind = 'token' and a.subject_id = t.id::text;
-- The first start creates its token in the same moment as the organization, and writes no entry for it.
update token t set created_by_kind = 'operator'
from organization o
where o.id = t.org_id and t.created_by_kind = 'unrecorded' and t.created_at = o.created_at and t.created_by = 'first start';
-- A token that was created with a token belongs to the same member.
with recursive owned (org_id, id, owner_id) as (
  select t.org_id, t.id, t.created_by_id from token t where t.created_by_kind = 'person'
  union all
  select t.org_id, t.id, o.owner_id
  from owned o join token t on t.org_id = o.org_id and t.created_by_kind = 'token' and t.created_by_id = o.id
)
update token t set owner_id = o.owner_id
from owned o join membership m on m.org_id = o.org_id and m.person_id = o.owner_id
where t.org_id = o.org_id and t.id = o.id;
-- Tokens of a member are revoked or reassigned before the membership ends; what is left are revoked ones.
alter table token add foreign key (owner_id, org_id) references membership (person_id, org_id) on delete set null (owner_id);
alter table token force row level security;
alter table audit_entry force row level security;

alter table token alter column created_by_kind drop default;
create index token_by_owner on token (org_id, owner_id);

-- A cookie that outlives the session: other people's failures do not count against a browser that signed in before.
alter table session add column device_sha256 bytea;
