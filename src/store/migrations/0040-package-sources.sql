-- Advisories of most distributions name source packages; documents often name only the packages that were built from them.

-- From which source package a package of a release was built: by the package index of the distribution, or by its advisories.
create table package_source (
  -- Of the package that is installed.
  key text collate "C" not null,
  source_name text not null,
  -- Empty where the package has the version of its source.
  version text not null default '',
  source_version text not null default '',
  -- Who says so: 'packages' (an index) or 'advisories'.
  origin text not null,
  primary key (key, source_name, version, origin)
);

create unlogged table staged_package_source (
  run uuid not null,
  key text collate "C" not null,
  source_name text not null
);
