-- Whether the loaded advisories of a release list only issues that the distribution has fixed.
alter table release_state add column fix_only boolean not null default false;
update release_state s set fix_only = s.loaded and (
  s.family in ('Alpine', 'Wolfi', 'Chainguard', 'MinimOS', 'Alpaquita', 'Red Hat', 'AlmaLinux', 'Rocky Linux', 'SUSE', 'openSUSE',
    'Azure Linux', 'Photon OS', 'openEuler', 'Mageia')
  or s.family in ('Debian', 'Ubuntu') and not exists (
    select from affected_entry e
    where e.package_key >= concat(s.family, e'\x1f', s.release, e'\x1f')
      and e.package_key < concat(s.family, e'\x1f', s.release, e'\x20') and e.speaks and e.directory = s.family
      and e.record_id ^@ any(case s.family when 'Debian' then array['DEBIAN-CVE-', 'CVE-'] else array['UBUNTU-CVE-'] end)));

-- Results of earlier versions of Assay do not say so: take the next snapshot number for these releases, so that the versions
-- that hold their packages are analyzed again.
update advisory_clock
  set snapshot = snapshot + 1, told_snapshot = told_snapshot + (told_snapshot = snapshot)::int
  where exists (select from release_state where fix_only);
update release_state set revision = (select snapshot from advisory_clock) where fix_only;
