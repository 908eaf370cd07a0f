-- Where a document is in its upload: GitHub exports, in-toto statements and signed envelopes wrap it.
alter table sbom alter column wrapped drop default;
alter table sbom alter column wrapped type text using case when wrapped then '/sbom' else '' end;
alter table sbom alter column wrapped set default '';
alter table sbom rename column wrapped to document_path;
-- The statement around the document and the result of its signature check. Null: the document is not wrapped.
alter table sbom add column attestation jsonb;
