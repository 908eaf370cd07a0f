-- The overview reads due findings, and changes of findings after a time, from indexes alone.
drop index newest_finding_due;
create index newest_finding_due on newest_finding (org_id, due_at) include (service_id, relevance) where due_at is not null;
create index event_of_findings on event (org_id, id) include (type, at, service_id, version_id) where finding_id is not null;
