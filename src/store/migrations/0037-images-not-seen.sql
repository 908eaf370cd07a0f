-- A version whose images arrive one by one: what it has not sent of the versions before it, and the findings that therefore have
-- neither ended nor stayed. The findings are kept for the last result of a version alone.
alter table analysis
  add column not_seen jsonb,
  add column not_seen_findings uuid[];
