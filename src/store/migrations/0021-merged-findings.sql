-- Whoever removes a finding asks for those that were merged into it; an index that knows only some rows does not answer that.

drop index finding_merged;
create index finding_merged on finding (org_id, merged_into);
