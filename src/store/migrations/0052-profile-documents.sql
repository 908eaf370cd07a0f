-- Documents of profiles are no longer only about the runtime: deployment documents show how a service is run.
alter table runtime_document rename to profile_document;
alter table profile_document drop constraint runtime_document_kind_check;
alter table profile_document add constraint profile_document_kind_check
  check (kind in ('apparmor', 'seccomp', 'observed', 'kubernetes', 'compose', 'dockerfile', 'image-config'));
-- A deployment document as it was parsed, so that publishing does not parse it again.
alter table profile_document add column deployment jsonb;
alter index runtime_document_of_blob rename to profile_document_of_blob;
alter table profile_version rename column runtime to documents;
