/**
 * Known defects of other scanners, each with cases that would reveal it here. The first text describes the defect, with the
 * report in brackets.
 */

export const KNOWN_DEFECTS: readonly (readonly [defect: string, ...cases: string[]])[] = [
  [
    'the evaluation ends at a range of commits that stands before the versions (google/osv-scalibr)',
    'npm: a range of commits in front does not end the list',
    'PyPI: setuptools 65.5.0: a range of commits in front of the versions hides nothing',
  ],
  [
    'the release is ignored when one side lacks it (google/osv.dev 4230)',
    'Debian: a package of no release is never one of all releases',
    'Debian: a fix for Debian 12 says nothing about debian-11',
    'Alpine: a fix in one release says nothing about another',
    'Alpine: a package of no release is never one of all releases',
  ],
  [
    'the source package is not used, or only where the own tool wrote it (google/osv-scanner 1013, google/osv.dev 3911, aquasecurity/trivy 2934 3081 3313)',
    'Debian: the source package and its version stand in the purl',
    'Debian: Syft writes the source in properties',
    'Debian: Trivy writes the source in properties of its own',
    'Debian: in SPDX the source is a sentence',
    'Alpine: the origin may be called so',
    'Red Hat: the qualifier may be called sourcerpm',
    'SUSE: Trivy writes the source in properties of its own',
  ],
  [
    'one order of versions for several ecosystems, and what cannot be read is "not vulnerable" (aquasecurity/trivy)',
    'NuGet: System.Net.Http 4.3.3.9: a fourth number counts',
    'NuGet: SharpZipLib 1.0.0-RC1: prereleases have no letter case',
    'Packagist: magento/community-edition 2.3.6: a release is older than its patch',
    'Hex: ejabberd 3.0.0-alpha-3: a dash inside of a prerelease belongs to it',
    'npm: acme-lib nightly-2: a text that is no version cannot be assessed',
    'PyPI: acme-lib latest: a word is no version',
  ],
  [
    'records with equal ranges are taken for one, and ids get lost (aquasecurity/trivy-db)',
    'npm: two vulnerabilities with the same ranges stay two',
    'npm: a record about two packages affects only the one that is there',
  ],
  [
    'versions of apk with a suffix are equal to those without, and rpm has no caret (google/osv-scalibr, anchore/grype)',
    'Alpine: alpine/acme 1.0_cvs1-r0: a state of CVS is newer',
    'Red Hat: redhat/curl 7.76.1^git1-1.el9: a caret is newer than nothing',
    'Red Hat: redhat/acme 1.0^20240101git1-1.el9: a caret is older than a further number',
  ],
  [
    'the epoch of a qualifier is lost, and streams of modules are ignored (anchore/grype 820 1031 2170, anchore/syft 1398)',
    'Red Hat: the epoch of a qualifier makes a fix a fix',
    'Red Hat: the epoch stands in a property',
    'Red Hat: an update of another stream says nothing',
    'Red Hat: redhat/nodejs 12.22.5-1.el8: what was built in no module never meets a module',
    'AlmaLinux: a module of another stream is another one',
  ],
  [
    'the scope is lost, or a name alone is looked up in npm (anchore/grype 2554 2618)',
    'npm: @types/lodash is another package than lodash',
    'npm: the scope may stand in the group of the component',
    'none: a famous name without a purl is no package of npm',
  ],
  [
    'names collide in CPEs (anchore/grype 212 558 576 890 899 3594, DependencyTrack/dependency-track 7038)',
    'none: a CPE alone does not make docker a package',
    'none: a CPE of wildcards only is nothing',
    'none: go without a purl is not a known package',
    'RubyGems: the gem matrix is none of the other things of that name',
    'Maven: log4j-api is another artifact than log4j-core',
  ],
  [
    'commits of a Go module are compared with tags that it cannot have (google/osv-scanner 1754, google/osv.dev 3304)',
    'Go: a commit of a module whose tags do not follow its major version is a guess',
    'Go: a commit against a tag is a guess',
  ],
  [
    'an open range goes on beyond the last known affected version, and malware hits clean versions (github/advisory-database 470 7878, google/osv.dev 3588)',
    'npm: acme-lib 1.4.1: behind the last known affected version nothing is affected',
    'npm: beside a list an open range of malware concerns the name only',
    'Ubuntu: what Ubuntu has not fixed is affected, and its priority is kept',
  ],
  [
    'every package is held against every record, with gigabytes of memory (google/osv-scanner 2217)',
    'npm: the last of three thousand windows is found',
    'npm: one of five thousand listed versions is found',
    'PyPI: 250 aliases of one record are not believed',
  ],
  [
    'patched packages of a distribution are compared with versions of upstream (DependencyTrack/dependency-track 3808 4445 4835 5894)',
    'Linux: the kernel of Debian has the fixes of Debian',
    'Alpine: alpine/openssl 3.1.4-r18: eighteen is more than three',
    'Ubuntu: ubuntu/sudo 1.9.9-1ubuntu2.3: the version before the fix is affected',
    'Debian: debian/openssh-client 2:1.0-1: a higher epoch is newer',
  ],
  [
    'what cannot be assessed is dropped, and an empty version is vulnerable (google/osv-scalibr)',
    'npm: an empty version cannot be assessed, even by a range of all versions',
    'npm: an entry without ranges and versions cannot be assessed',
  ],
  [
    'a fix and a beginning at one version lose it, and bad bounds are sorted as text (google/osv.dev)',
    'npm: acme-lib 2.4.50: of neighbors that share a bound, the second holds it',
    'npm: a bound that is no version cannot be assessed',
  ],
  [
    'CVE and GHSA of one flaw are two findings, and so are a package and the one that brought it (DependencyTrack/dependency-track 1994 2181, anchore/syft 4895)',
    'PyPI: a chain of aliases is one vulnerability with one id',
    'crates.io: regex 1.5.4: two databases about one flaw are one finding',
    'PyPI: what both have is one finding, that of the distribution, by the words of Syft',
  ],
  [
    'withdrawn records leave findings behind, and equal components have different answers (DependencyTrack/dependency-track 668 1430 1693)',
    'npm: a withdrawn record makes no finding',
    'npm: a finding is retracted when the time of the withdrawal has come',
    'npm: a component that stands twice in a document is one, and both are affected',
  ],
];
