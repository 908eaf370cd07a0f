/**
 * Maven groups that a tool made up. A jar without `pom.properties` does not state its group, so tools write the artifact
 * (`log4j-core:log4j-core`), a name from the manifest (`org.apache.tomcat-embed-core:tomcat-embed-core`), a Java package
 * (`org.apache.tools.ant:ant`) or nothing in its place. Whether an advisory about another group of the same artifact may be
 * about this one depends on the two names alone, so that a new advisory never removes a match.
 */
import { artifactKeyName, possibleNames, splitMavenName, type MavenName } from '../identity/ecosystems/maven.ts';

/** Whether the package of an advisory may be the stated one, although its group differs. */
export function mayBeSameArtifact(stated: string, recorded: string): boolean {
  const other = splitMavenName(recorded);
  const key = artifactKeyName(other);
  if (key === undefined) return false;
  return possibleNames(stated).some((own) => artifactKeyName(own) === key && mayHaveGroup(own, other));
}

/** Their artifacts are equal but for letter case. */
function mayHaveGroup(own: MavenName, other: MavenName): boolean {
  if (isMadeUp(own)) {
    // A title from a manifest may differ in letter case: `Log4j-core`.
    return own.artifact.includes('-') || !borrowsNames(other.group);
  }
  if (OLD_GROUPS.has(own.group)) return false;
  return own.artifact === other.artifact && areRelated(toLabels(own.group), toLabels(other.group));
}

/** Whether no project could publish under the group of a name. */
export function hasMadeUpGroup(name: string): boolean {
  return isMadeUp(splitMavenName(name));
}

// `org.eclipse.transformer:org.eclipse.transformer` is real.
const DOMAIN = /^(?:com|org|net|edu|gov|dev|[a-z]{2})\./;

/** A group that differs from its artifact may be real also without a dot: Clojars has many. */
function isMadeUp({ group, artifact }: MavenName): boolean {
  if (group === '') return true;
  const isRepeated = group.toLowerCase() === artifact.toLowerCase();
  return isRepeated && !OLD_GROUPS.has(group) && !DOMAIN.test(group);
}

/**
 * Groups of Maven Central from before they had to be domains, of projects whose artifact has the same name. Projects that have
 * moved to a domain since then are not here: `postgresql:postgresql` is an old driver, or a new one whose group a tool made up.
 */
const OLD_GROUPS: ReadonlySet<string> = new Set([
  ...['antlr', 'aopalliance', 'args4j', 'asm', 'avalon-framework', 'backport-util-concurrent', 'bsf', 'cglib'],
  ...['classworlds', 'commons-beanutils', 'commons-betwixt', 'commons-chain', 'commons-cli', 'commons-codec'],
  ...['commons-collections', 'commons-configuration', 'commons-daemon', 'commons-dbcp', 'commons-dbutils'],
  ...['commons-digester', 'commons-discovery', 'commons-el', 'commons-email', 'commons-fileupload'],
  ...['commons-httpclient', 'commons-io', 'commons-jelly', 'commons-jexl', 'commons-jxpath', 'commons-lang'],
  ...['commons-launcher', 'commons-logging', 'commons-math', 'commons-modeler', 'commons-net', 'commons-pool'],
  ...['commons-primitives', 'commons-transaction', 'commons-validator', 'commons-vfs', 'concurrent', 'dnsjava'],
  ...[
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
  ],
  ...['oro', 'oscache', 'p6spy', 'qdox', 'regexp', 'relaxngDatatype', 'saxpath', 'servletapi', 'stax', 'wsdl4j'],
  ...['xalan', 'xml-apis', 'xml-resolver', 'xmlpull', 'xmlunit', 'xom', 'xpp3'],
]);

// A manifest writes a dash where the group has a dot: `org.apache.tomcat-embed-core` is of `org.apache.tomcat.embed`.
const SEPARATOR = /[.-]/;

function toLabels(group: string): readonly string[] {
  return group.toLowerCase().split(SEPARATOR);
}

/** Longer than a top-level domain, which says nothing about who publishes. */
const VENDOR_CHARACTERS_MIN = 4;

/**
 * One begins or ends with the other (`org.apache.logging.log4j.core`, `hsqldb`), has it as its vendor (`com.mysql.cj` and
 * `mysql`), or has further labels in its middle (`org.apache.tools.ant` and `org.apache.ant`).
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

/** Publishers of plugins and repackaged libraries, whose artifacts are called like what they are made for: `git`, `jquery`. */
function borrowsNames(group: string): boolean {
  const labels = toLabels(group);
  return labels.includes('webjars') || (labels.includes('plugins') && labels.some((label) => PLUGIN_HOSTS.has(label)));
}

const PLUGIN_HOSTS: ReadonlySet<string> = new Set(['jenkins', 'jenkinsci', 'hudson']);
