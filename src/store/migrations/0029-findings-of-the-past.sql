-- Reasons have one style of codes, words with hyphens; and what a version had at an instant of the past is found by an index.

-- All organizations at once: the owner of the tables is bound by their walls only while they are forced.
alter table version_finding no force row level security;
update version_finding v set detail = (
  select v.detail
    || case when v.detail ? 'reasons' then jsonb_build_object('reasons', hyphens.reasons) else '{}' end
    || case when v.detail->'priority' ? 'reasons'
         then jsonb_build_object('priority', v.detail->'priority' || jsonb_build_object('reasons', hyphens.factors)) else '{}' end
  from (select
    coalesce((select jsonb_agg(r || jsonb_build_object('code', replace(r->>'code', '_', '-')) order by n)
      from jsonb_array_elements(v.detail->'reasons') with ordinality e(r, n)), '[]') as reasons,
    coalesce((select jsonb_agg(r || jsonb_build_object('code', replace(r->>'code', '_', '-')) order by n)
      from jsonb_array_elements(v.detail->'priority'->'reasons') with ordinality e(r, n)), '[]') as factors) hyphens)
where jsonb_path_exists(v.detail, '$.reasons[*].code ? (@ like_regex "_")')
  or jsonb_path_exists(v.detail, '$.priority.reasons[*].code ? (@ like_regex "_")');
alter table version_finding force row level security;

-- Null while a row is known: the rows that have ended since an instant are a range of it.
drop index version_finding_of_version;
create index version_finding_of_version on version_finding (org_id, version_id, known_to);
-- The few that are no vulnerability: what is malicious or only informational, among all of an organization.
create index version_finding_of_class on version_finding (org_id, version_id, class) where known_to is null and class <> 'vulnerability';
-- With everything that all findings of an organization are counted by: without reading the rows themselves.
drop index version_finding_by_risk;
create index version_finding_by_risk on version_finding
  (org_id, version_id, risk desc, finding_id desc, component_id desc)
  include (id, relevance, severity_rank, has_fix, kev, epss, direct, known_from) where known_to is null;
