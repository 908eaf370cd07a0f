/**
 * The names under which NVD lists software: `part:vendor:product`, with the software it is made for as a fourth part if it is an
 * extension of it (`a:acme:forms:wordpress`). Vendor and product are compared exactly. Names are stated by the document; this file
 * adds only other names of the same product, and names of a few programs that a tool recognized by their file.
 */
import { toAsciiLower } from './identifier-text.ts';
import { parseCpe } from './cpe.ts';

/** Returns undefined for a CPE that names no product, or hardware, or software that only a distribution can assess. */
export function toCpeName(text: string): CpeName | undefined {
  const cpe = parseCpe(text);
  if (cpe === undefined || cpe.part === 'h') return undefined;
  const { vendor, product, version, update, targetSoftware } = cpe;
  if (!isName(vendor) || !isName(product) || isUnused(`${vendor}:${product}`)) return undefined;
  const name = [cpe.part ?? 'a', vendor, product].map(escapeColons).join(':');
  const isOpen = version === undefined || version === NOT_APPLICABLE;
  return {
    name,
    targetSoftware: targetSoftware === NOT_APPLICABLE ? undefined : targetSoftware,
    version: isOpen ? undefined : joinUpdate(version, update),
    isVersionNotApplicable: version === NOT_APPLICABLE,
  };
}

export interface CpeName {
  /** `a:openssl:openssl` */
  readonly name: string;
  readonly targetSoftware: string | undefined;
  /** With the update part, `1.8.0:update_92`; undefined if the CPE names none. */
  readonly version: string | undefined;
  /** The CPE states that there is no version, which is not the same as any version. */
  readonly isVersionNotApplicable: boolean;
}

const NOT_APPLICABLE = '-';

function joinUpdate(version: string, update: string | undefined): string {
  return update === undefined || update === NOT_APPLICABLE ? version : `${version}:${update}`;
}

/** A name with a wildcard inside matches more than one product. */
function isName(text: string | undefined): text is string {
  return text !== undefined && text !== NOT_APPLICABLE && !WILDCARD.test(text);
}

const WILDCARD = /[*?]/;

function escapeColons(part: string): string {
  return part.replaceAll(':', String.raw`\:`);
}

/** Returns the key name of an extension: `a:acme:forms` for WordPress is `a:acme:forms:wordpress`. */
export function withTarget(name: string, targetSoftware: string): string {
  return `${name}:${escapeColons(targetSoftware)}`;
}

/** Returns the product of a name, for display. */
export function productIn(name: string): string {
  return name.split(/(?<!\\):/)[2]?.replaceAll(String.raw`\:`, ':') ?? name;
}

/**
 * NVD lists the releases that ship a package beside the package itself. Their own feeds say which packages are affected, and a
 * match by the release would report every vulnerability of every package. BusyBox is nearly always built and patched by a
 * distribution, also in images that have lost the list of its packages.
 */
const UNUSED: ReadonlySet<string> = new Set([
  'alpinelinux:alpine_linux',
  'almalinux:almalinux',
  'amazon:amazon_linux',
  'amazon:amazon_linux_2',
  'amazon:linux',
  'amazon:linux_2',
  'arch_linux:arch_linux',
  'archlinux:arch_linux',
  'busybox:busybox',
  'canonical:ubuntu_linux',
  'centos:centos',
  'chainguard:wolfi',
  'debian:debian_linux',
  'fedoraproject:fedora',
  'fedoraproject:extra_packages_for_enterprise_linux',
  'gentoo:linux',
  'mageia:mageia',
  'microsoft:azure_linux',
  'microsoft:cbl-mariner',
  'openeuler:openeuler',
  'oracle:linux',
  'rocky:rocky',
  'rockylinux:rocky_linux',
  'vmware:photon_os',
  'wolfi:wolfi',
]);
/** Distributions with a product for each kind of support. */
const UNUSED_STARTS = [
  'redhat:codeready_linux_builder',
  'redhat:enterprise_linux',
  'redhat:rhel',
  'suse:linux_',
  'opensuse:',
];

function isUnused(name: string): boolean {
  return UNUSED.has(name) || UNUSED_STARTS.some((start) => name.startsWith(start));
}

/**
 * Names that one product had over time, because NVD does not rename its old records. A component with one of them is looked up
 * under all of them. The comments name records of NVD that use the names.
 */
const RENAMED: readonly (readonly string[])[] = [
  // F5 bought the company: CVE-2024-24989 has the first, CVE-2022-38890 the second, CVE-2026-1642 the third.
  ['a:nginx:nginx', 'a:f5:nginx', 'a:f5:nginx_open_source'],
  // The company was renamed: CVE-2016-8339, CVE-2022-0543.
  ['a:redislabs:redis', 'a:redis:redis'],
  // Some tools write the foundation, NVD the project: CVE-2022-0391.
  ['a:python_software_foundation:python', 'a:python:python'],
  // CVE-2015-2575, CVE-2022-21245, CVE-2022-21379.
  ['a:mysql:mysql', 'a:oracle:mysql', 'a:oracle:mysql_server'],
  // CVE-2024-32002, CVE-2022-24765.
  ['a:git:git', 'a:git-scm:git'],
  // CVE-2022-2047; older records and tools have the project as the vendor.
  ['a:jetty:jetty', 'a:eclipse:jetty'],
  // CVE-2015-3337, CVE-2022-23708.
  ['a:elasticsearch:elasticsearch', 'a:elastic:elasticsearch'],
  // One source with one version, program and library: CVE-2022-22576, CVE-2018-14618.
  ['a:curl:curl', 'a:haxx:curl', 'a:haxx:libcurl'],
  // CVE-2024-3566, CVE-2022-0778.
  ['a:nodejs:nodejs', 'a:nodejs:node.js'],
  // CVE-2004-0377, CVE-2016-1238.
  ['a:larry_wall:perl', 'a:perl:perl'],
  // The product changed hands: CVE-2016-0929, CVE-2022-31008, CVE-2024-51988.
  ['a:pivotal_software:rabbitmq', 'a:vmware:rabbitmq', 'a:broadcom:rabbitmq_server'],
  // Oracle bought Sun: CVE-2024-20919 has the old names, CVE-2022-21248 the new ones.
  ['a:sun:jdk', 'a:oracle:jdk'],
  ['a:sun:jre', 'a:oracle:jre'],
  ['a:sun:openjdk', 'a:oracle:openjdk'],
];

const GROUP_OF: ReadonlyMap<string, readonly string[]> = new Map(
  RENAMED.flatMap((names) => names.map((name): [string, readonly string[]] => [name, names])),
);

/** Returns all names of the product, including the given one. */
export function listProductNames(name: string): readonly string[] {
  return GROUP_OF.get(name) ?? [name];
}

/**
 * Programs that tools list as `pkg:generic/<name>`, sometimes without a CPE. The name alone proves nothing: it may be a plug-in, a
 * client library or the source of a patched package. It counts only if a tool found it in a file of the program's own name.
 */
const PROGRAMS: readonly { readonly name: string; readonly file: string; readonly cpeName: string }[] = [
  // Official images of these programs compile them, so that no package manager lists them.
  { name: 'node', file: 'node', cpeName: 'a:nodejs:node.js' },
  { name: 'nginx', file: 'nginx', cpeName: 'a:f5:nginx' },
  { name: 'redis', file: 'redis-server', cpeName: 'a:redis:redis' },
  { name: 'postgresql', file: 'postgres', cpeName: 'a:postgresql:postgresql' },
  { name: 'haproxy', file: 'haproxy', cpeName: 'a:haproxy:haproxy' },
  { name: 'memcached', file: 'memcached', cpeName: 'a:memcached:memcached' },
  { name: 'httpd', file: 'httpd', cpeName: 'a:apache:http_server' },
  // Go programs that are published as one file.
  { name: 'traefik', file: 'traefik', cpeName: 'a:traefik:traefik' },
  { name: 'consul', file: 'consul', cpeName: 'a:hashicorp:consul' },
  { name: 'vault', file: 'vault', cpeName: 'a:hashicorp:vault' },
  { name: 'envoy', file: 'envoy', cpeName: 'a:envoyproxy:envoy' },
];

/** Returns undefined unless one of the files has the name of the program. */
export function findProgramName(name: string, paths: readonly string[]): string | undefined {
  const wanted = toAsciiLower(name);
  return PROGRAMS.find(
    (each) => each.name === wanted && paths.some((path) => path === each.file || path.endsWith(`/${each.file}`)),
  )?.cpeName;
}

/** Products whose versions are those of Java releases. */
const JAVA = /^a:(?:oracle|sun|hp):(?:jdk|jre|openjdk)$/;

/** Returns the version order of a product. */
export function schemeOfProduct(name: string): 'cpe' | 'jdk' {
  return JAVA.test(name) ? 'jdk' : 'cpe';
}
