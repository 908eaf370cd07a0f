-- How much the document says. Null: it was parsed before this was rated; the next reading rates it.
alter table sbom add column quality jsonb;
