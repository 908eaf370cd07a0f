-- The versions of source packages that the archives of distributions offer, by the package indexes that are loaded.

create table package_archive (
  -- Position in the list of indexes.
  id smallint primary key,
  -- `bookworm-security/main`
  name text not null,
  -- Time of the index.
  as_of timestamptz not null
);

create table archived_source (
  -- Of the source package, named as in advisories.
  key text collate "C" not null,
  archive smallint not null,
  version text not null,
  primary key (key, archive, version)
);
