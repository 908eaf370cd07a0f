/** SQL for the rows of `version_finding` with their details: `select detail->'fix' from ${DETAILED_FINDINGS} v`. */
export const DETAILED_FINDINGS = `(
  select v.*, d.detail || jsonb_build_object('component', p.detail) as detail, d.detail->'began' as began_detail
  from version_finding v
  join finding_detail d on d.org_id = v.org_id and d.sha256 = v.facts_sha256
  join finding_detail p on p.org_id = v.org_id and p.sha256 = v.place_sha256)`;
