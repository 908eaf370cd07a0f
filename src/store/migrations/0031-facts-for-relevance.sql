-- What rules about relevance ask of documents and of records, told once when they are read.

-- How close to the running software the document was made, and what is in it. Null: an older reader has read it, or none.
alter table sbom add column traits jsonb;

-- What the component was built for; null: what its purl says.
alter table component_set add column platform jsonb;
-- False: the document says that its graph is complete, and no root leads here. Null: it does not say.
alter table component_set add column in_graph boolean;

-- Closed words that the text of a record holds: only:windows, syscall:ptrace, disputed, rejected.
alter table advisory_record add column mentions text[] not null default '{}';
alter table staged_record add column mentions text[] not null default '{}';
