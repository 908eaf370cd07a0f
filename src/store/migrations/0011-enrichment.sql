-- What is known of a vulnerability beside its advisories, by its CVE id: reference data, the same for every organization.

create table enrichment (
  cve text primary key,
  -- Null: not in the catalog of exploited vulnerabilities, or not any more.
  kev jsonb,
  epss_score real,
  epss_percentile real,
  ssvc jsonb,
  -- The snapshot that last changed each part, also by taking it away; null: it was never there.
  kev_snapshot bigint,
  epss_snapshot bigint,
  ssvc_snapshot bigint
);

-- What came with the file that was read last, so that an unchanged one need not be sent again.
alter table advisory_source add column etag text;
alter table advisory_source add column last_modified text;
