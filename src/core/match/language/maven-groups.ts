/**
 * Maven groups made up by tools. A jar without `pom.properties` does not state its group, so tools write the artifact
 * (`log4j-core:log4j-core`), a name from the manifest (`org.apache.tomcat-embed-core:tomcat-embed-core`), a Java package
 * (`org.apache.tools.ant:ant`) or nothing instead. Whether an advisory about another group of the same artifact may apply depends
 * only on the two names, so that a new advisory never removes a match.
 */
import { artifactKeyName, possibleNames, splitMavenName, type MavenName } from '../../identity/ecosystems/maven.ts';

/** Whether the package of an advisory may be the stated one, although its group differs. */
export function canBeSameArtifact(stated: string, recorded: string): boolean {
  const other = splitMavenName(recorded);
  const key = artifactKeyName(other);
  if (key === undefined) return false;
  return possibleNames(stated).some((own) => artifactKeyName(own) === key && canHaveGroup(own, other));
}

/** The artifacts are equal except for case. */
function canHaveGroup(own: MavenName, other: MavenName): boolean {
  if (isMadeUp(own)) {
    // A title from a manifest may differ in case: `Log4j-core`.
    return own.artifact.includes('-') || !borrowsNames(other.group);
  }
  if (OLD_GROUPS.has(own.group)) return false;
  return own.artifact === other.artifact && areRelated(toLabels(own.group), toLabels(other.group));
}

/** Whether the group of a name is one that no project could publish under. */
export function hasMadeUpGroup(name: string): boolean {
  return isMadeUp(splitMavenName(name));
}

// `org.eclipse.transformer:org.eclipse.transformer` is real.
const DOMAIN = /^(?:com|org|net|edu|gov|dev|[a-z]{2})\./;

/** A group that differs from its artifact may be real even without a dot: Clojars has many. */
function isMadeUp({ group, artifact }: MavenName): boolean {
  if (group === '') return true;
  const isRepeated = group.toLowerCase() === artifact.toLowerCase();
  return isRepeated && !OLD_GROUPS.has(group) && !DOMAIN.test(group);
}

/**
 * Groups of Maven Central from before groups had to be domains, of projects whose artifact has the same name. Projects that have
 * since moved to a domain are left out: `postgresql:postgresql` is either an old driver, or a new one with a made-up group.
 */
const OLD_GROUPS: ReadonlySet<string> = new Set([
  'antlr',
  'aopalliance',
  'args4j',
  'asm',
  'avalon-framework',
  'backport-util-concurrent',
  'bsf',
  'cglib',
  'classworlds',
  'commons-beanutils',
  'commons-betwixt',
  'commons-chain',
  'commons-cli',
  'commons-codec',
  'commons-collections',
  'commons-configuration',
  'commons-daemon',
  'commons-dbcp',
  'commons-dbutils',
  'commons-digester',
  'commons-discovery',
  'commons-el',
  'commons-email',
  'commons-fileupload',
  'commons-httpclient',
  'commons-io',
  'commons-jelly',
  'commons-jexl',
  'commons-jxpath',
  'commons-lang',
  'commons-launcher',
  'commons-logging',
  'commons-math',
  'commons-modeler',
  'commons-net',
  'commons-pool',
  'commons-primitives',
  'commons-transaction',
  'commons-validator',
  'commons-vfs',
  'concurrent',
  'dnsjava',
  'isorelax',
  'jakarta-regexp',
  'javax.inject',
  'jaxen',
  'jcifs',
  'jline',
  'joda-time',
  'jtidy',
  'junit',
  'log4j',
  'logkit',
  'msv',
  'ognl',
  'oro',
  'oscache',
  'p6spy',
  'qdox',
  'regexp',
  'relaxngDatatype',
  'saxpath',
  'servletapi',
  'stax',
  'wsdl4j',
  'xalan',
  'xml-apis',
  'xml-resolver',
  'xmlpull',
  'xmlunit',
  'xom',
  'xpp3',
]);

// A manifest has a dash where the group has a dot: `org.apache.tomcat-embed-core` belongs to `org.apache.tomcat.embed`.
const SEPARATOR = /[.-]/;

function toLabels(group: string): readonly string[] {
  return group.toLowerCase().split(SEPARATOR);
}

/** Longer than a top-level domain, which does not identify the publisher. */
const VENDOR_CHARACTERS_MIN = 4;

/**
 * Whether one starts or ends with the other (`org.apache.logging.log4j.core`, `hsqldb`), has it as its vendor (`com.mysql.cj` and
 * `mysql`), or has additional labels in the middle (`org.apache.tools.ant` and `org.apache.ant`).
 */
function areRelated(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const [first = ''] = short;
  if (short.length === 1) {
    return first.length >= VENDOR_CHARACTERS_MIN && [long[0], long[1], long.at(-1)].includes(first);
  }
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  let end = 0;
  while (end < short.length && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  return end === short.length || (start >= 2 && start + end >= short.length);
}

/** Publishers of plugins and repackaged libraries, whose artifacts are named after the original project: `git`, `jquery`. */
function borrowsNames(group: string): boolean {
  const labels = toLabels(group);
  return labels.includes('webjars') || (labels.includes('plugins') && labels.some((label) => PLUGIN_HOSTS.has(label)));
}

const PLUGIN_HOSTS: ReadonlySet<string> = new Set(['jenkins', 'jenkinsci', 'hudson']);
