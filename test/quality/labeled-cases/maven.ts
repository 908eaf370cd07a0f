/** Maven: case-sensitive group and artifact, versions in Maven's order. */
import { affected, cannotAssess, casesOf, check, checkVersions, component, notAffected } from '../build-case.ts';
import { between, entry, fixedIn, record, upTo } from '../build-record.ts';
import type { PublishedRecord } from '../labeled-case.ts';

const LOG4J = record(
  'GHSA-7rjr-3q55-vv33',
  entry('Maven', 'org.apache.logging.log4j:log4j-core', between('2.13.0', '2.16.0')),
  entry('Maven', 'org.apache.logging.log4j:log4j-core', fixedIn('2.12.2')),
  { aliases: ['CVE-2021-45046'] },
);
const SPRING = record(
  'GHSA-36p3-wjmg-h94x',
  entry('Maven', 'org.springframework:spring-beans', fixedIn('5.2.20.RELEASE')),
  entry('Maven', 'org.springframework:spring-beans', between('5.3.0', '5.3.18')),
  { aliases: ['CVE-2022-22965'] },
);
const NETTY = record(
  'CVE-2022-41915',
  entry('Maven', 'io.netty:netty-codec-http', between('4.1.83.Final', '4.1.86.Final')),
);
const JACKSON = record(
  'CVE-2020-11619',
  entry('Maven', 'com.fasterxml.jackson.core:jackson-databind', between('2.9.0', '2.9.10.4')),
);
const TOMCAT = record(
  'CVE-2021-24122',
  entry('Maven', 'org.apache.tomcat.embed:tomcat-embed-core', between('10.0.0-M1', '10.0.0-M10')),
  entry('Maven', 'org.apache.tomcat.embed:tomcat-embed-core', between('9.0.0', '9.0.40')),
);
const GUAVA = record('CVE-2023-2976', entry('Maven', 'com.google.guava:guava', between('1.0', '32.0.0-android')));
const KEYCLOAK = record('CVE-2018-14658', entry('Maven', 'org.keycloak:keycloak-core', upTo('3.2.1.Final')));
const HIBERNATE = record(
  'CVE-2019-14900',
  entry('Maven', 'org.hibernate:hibernate-core', between('5.5.0.Alpha1', '5.5.0.Beta1')),
);

function about(events: Parameters<typeof entry>[2], versions?: readonly string[]): PublishedRecord {
  return record('CVE-2099-0030', entry('Maven', 'com.acme:lib', events, versions && { versions }));
}

const LIB = 'pkg:maven/com.acme/lib';

const versions = [
  checkVersions('pkg:maven/org.apache.logging.log4j/log4j-core', LOG4J, [
    ['2.14.1', 'the newer branch is affected', affected({ confidence: 'high', fixedVersions: ['2.16.0'] })],
    ['2.15.0', 'the incomplete fix is affected', affected({ fixedVersions: ['2.16.0'] })],
    ['2.16.0', 'the fix is not affected', notAffected()],
    ['2.12.1', 'the older branch has its own fix first', affected({ fixedVersions: ['2.12.2', '2.16.0'] })],
    ['2.12.2', 'the fix of the older branch is not affected', notAffected()],
    ['2.16.0-SNAPSHOT', 'a snapshot is older than its release', affected()],
    ['2.13.0-rc1', 'a release candidate is older than the beginning of the window', notAffected()],
  ]),
  checkVersions('pkg:maven/org.springframework/spring-beans', SPRING, [
    ['5.2.19.RELEASE', 'the older branch is affected', affected({ fixedVersions: ['5.2.20.RELEASE', '5.3.18'] })],
    ['5.2.20.RELEASE', 'the fix is not affected', notAffected()],
    ['5.2.20', 'RELEASE adds nothing to a version', notAffected()],
    ['5.3.18.RELEASE', 'a release is its number', notAffected()],
    ['5.3.17', 'the newer branch is affected', affected({ fixedVersions: ['5.3.18'] })],
    ['5.3.0-M1', 'a milestone is older than the beginning of its branch', notAffected()],
  ]),
  checkVersions('pkg:maven/io.netty/netty-codec-http', NETTY, [
    ['4.1.85.Final', 'final releases are in the window', affected({ fixedVersions: ['4.1.86.Final'] })],
    ['4.1.86.Final', 'the final release of the fix is not affected', notAffected()],
    ['4.1.86', 'Final adds nothing to a version', notAffected()],
    ['4.1.83', 'the beginning of the window without Final is in it', affected()],
    ['4.1.86.CR1', 'a candidate is older than its final release', affected()],
    ['4.1.86.Final-redhat-00001', 'the build of a vendor is newer than the release', notAffected()],
    ['4.1.86.SP1', 'a service pack is newer than its release', notAffected()],
  ]),
  checkVersions('pkg:maven/com.fasterxml.jackson.core/jackson-databind', JACKSON, [
    ['2.9.10.3', 'four numbers are compared one by one', affected({ fixedVersions: ['2.9.10.4'] })],
    ['2.9.10.4', 'the fix with four numbers is not affected', notAffected()],
    ['2.9.10', 'a missing fourth number is zero', affected()],
    ['2.10.0', 'ten is more than nine', notAffected()],
    ['2.9.0.pr4', 'an unknown qualifier is newer than the release', affected()],
  ]),
  checkVersions('pkg:maven/org.apache.tomcat.embed/tomcat-embed-core', TOMCAT, [
    ['10.0.0-M9', 'milestones are compared by number', affected({ fixedVersions: ['10.0.0-M10'] })],
    ['10.0.0-M10', 'the tenth milestone is newer than the ninth', notAffected()],
    ['9.0.0.M5', 'a milestone is older than the release that begins the window', notAffected()],
    ['9.0.39', 'the older branch is affected', affected({ fixedVersions: ['9.0.40', '10.0.0-M10'] })],
  ]),
  checkVersions('pkg:maven/com.google.guava/guava', GUAVA, [
    ['31.1-jre', 'a flavor of an older version is affected', affected({ fixedVersions: ['32.0.0-android'] })],
    ['32.0.0-jre', 'flavors of one version are ordered by their letters', notAffected()],
    ['32.0.0-android', 'the fix is not affected', notAffected()],
    ['r09', 'a version may begin with a letter', notAffected()],
  ]),
  checkVersions('pkg:maven/org.keycloak/keycloak-core', KEYCLOAK, [
    ['3.2.1', 'the last affected version is affected without Final', affected({ fixedVersions: [] })],
    ['3.2.1.Final', 'the last affected version is affected', affected()],
    ['3.2.2.CR1', 'a candidate of the next version is newer', notAffected()],
  ]),
  checkVersions('pkg:maven/org.hibernate/hibernate-core', HIBERNATE, [
    ['5.5.0.Alpha1', 'a window may hold a single alpha', affected()],
    ['5.5.0.Beta1', 'the beta after it is the fix', notAffected()],
  ]),
  checkVersions(LIB, about(fixedIn('1.0.0-RC16')), [
    ['1.0.0.RC2', 'a dot and a dash before a qualifier are alike', affected()],
    ['1.0.0.RC16', 'the fix with a dot is not affected', notAffected()],
    ['1.0.0-CR16', 'CR and RC are one', notAffected()],
  ]),
  checkVersions(LIB, about(fixedIn('1.1')), [
    ['1-1', 'a dash opens a list that is older than a further number', affected()],
    ['1.01', 'leading zeros mean nothing', notAffected()],
    ['1.1-SNAPSHOT', 'the snapshot of the fix is affected', affected()],
    ['1.1-alpha-1', 'an alpha of the fix is affected', affected()],
    ['1.1.x', 'a branch by letters is newer than its number', notAffected()],
    ['1.0.99999999999999999999999999999999', 'numbers of any length are numbers', affected()],
  ]),
  checkVersions(LIB, about([], ['5.3.18.RELEASE', '1.0-rc1']), [
    ['5.3.18', 'a listed version is found without RELEASE', affected()],
    ['1.0-CR1', 'a listed candidate is found in its other spelling', affected()],
    ['1.0', 'the release of a listed candidate is not listed', notAffected()],
  ]),
  checkVersions(LIB, about(fixedIn('2.9.9.3')), [['2.9.9-3', 'a dash is older than a dot', affected()]]),
];

const names = [
  check(
    'log4j-api is another artifact than log4j-core',
    'pkg:maven/org.apache.logging.log4j/log4j-api@2.14.1',
    LOG4J,
    notAffected(),
  ),
  check(
    'the same artifact of another group is another one',
    'pkg:maven/org.acme/log4j-core@2.14.1',
    LOG4J,
    notAffected(),
  ),
  check('names have letter case', 'pkg:maven/org.apache.logging.log4j/Log4j-Core@2.14.1', LOG4J, notAffected()),
  check(
    'the group may stand beside the purl',
    component('pkg:maven/log4j-core@2.14.1', { group: 'org.apache.logging.log4j' }),
    LOG4J,
    affected(),
  ),
  // Previously not checked; an artifact without a group is now looked up by its name alone.
  check(
    'an artifact without a group is found by its name',
    'pkg:maven/log4j-core@2.14.1',
    LOG4J,
    affected({ confidence: 'low', assumptions: ['maven-group-guessed'], fixedVersions: ['2.16.0'] }),
  ),
  check('an artifact without a group can be fixed', 'pkg:maven/log4j-core@2.17.1', LOG4J, notAffected()),
  check(
    'an artifact without a group that no advisory names was not checked',
    'pkg:maven/log4j-api@2.14.1',
    LOG4J,
    cannotAssess('incomplete-name'),
  ),
  check(
    'a generic artifact without a group was not checked',
    'pkg:maven/core@1.0',
    record('CVE-2024-28109', entry('Maven', 'org.verapdf:core', fixedIn('1.24.2'))),
    cannotAssess('incomplete-name'),
  ),
  check(
    'an unresolved version placeholder is not a version',
    'pkg:maven/org.apache.logging.log4j/log4j-core@$%7Blog4j.version%7D',
    LOG4J,
    cannotAssess('unresolved-placeholder'),
  ),
  check(
    'an unresolved group placeholder is not a group',
    'pkg:maven/$%7Bproject.groupId%7D/log4j-core@2.14.1',
    LOG4J,
    cannotAssess('unresolved-placeholder'),
  ),
  check(
    'a range is no version',
    component('pkg:maven/com.acme/lib', { version: '[1.0,2.0)' }),
    about(fixedIn('2')),
    cannotAssess('floating-ref'),
  ),
  check(
    'LATEST is no version',
    component('pkg:maven/com.acme/lib', { version: 'LATEST' }),
    about(fixedIn('2')),
    cannotAssess('floating-ref'),
  ),
  check(
    'the type of a file is no part of the name',
    'pkg:maven/com.acme/lib@1.0?type=war',
    about(fixedIn('2')),
    affected({ confidence: 'high' }),
  ),
  check(
    'a classifier of a platform is no part of the name',
    'pkg:maven/com.acme/lib@1.0?classifier=linux-x86_64&type=jar',
    about(fixedIn('2')),
    affected({ confidence: 'high' }),
  ),
  check(
    'sources are not what runs',
    'pkg:maven/com.acme/lib@1.0?classifier=sources',
    about(fixedIn('2')),
    affected({ confidence: 'medium', assumptions: ['not-runtime'] }),
  ),
  check(
    'documentation is not what runs',
    'pkg:maven/com.acme/lib@1.0?classifier=javadoc',
    about(fixedIn('2')),
    affected({ assumptions: ['not-runtime'] }),
  ),
  check(
    'tests are not what runs',
    'pkg:maven/com.acme/lib@1.0?classifier=tests',
    about(fixedIn('2')),
    affected({ assumptions: ['not-runtime'] }),
  ),
  check(
    'a record about an artifact of another repository is about the artifact',
    `${LIB}@1.0`,
    record('CVE-2099-0031', entry('Maven:https://repo.example.com/releases', 'com.acme:lib', fixedIn('2'))),
    affected(),
  ),
  check('the type may be called gradle', 'pkg:gradle/com.acme/lib@1.0', about(fixedIn('2')), affected()),
  check(
    'a jar is known by the word of its tool and its whole name',
    component(undefined, { name: 'com.acme:lib', version: '1.0', properties: { 'syft:package:type': 'java-archive' } }),
    about(fixedIn('2')),
    affected({ confidence: 'medium', assumptions: ['identity-from-tool'] }),
  ),
  // Previously not checked; the name of the artifact is enough for a guess.
  check(
    'a jar without a group is found by its artifact',
    component(undefined, { name: 'lib', version: '1.0', properties: { 'syft:package:type': 'java-archive' } }),
    about(fixedIn('2')),
    affected({ confidence: 'low', assumptions: ['identity-from-tool', 'maven-group-guessed'] }),
  ),
];

const GUESSED = affected({ confidence: 'low', assumptions: ['maven-group-guessed'] });

// A jar without `pom.properties` does not state its group, so tools make one up.
const groups = [
  check(
    'a group that only repeats the artifact may be made up',
    'pkg:maven/log4j-core/log4j-core@2.14.1',
    LOG4J,
    affected({ confidence: 'low', assumptions: ['maven-group-guessed'], fixedVersions: ['2.16.0'] }),
  ),
  check(
    'a group that only repeats the artifact and is made up: the fix is not affected',
    'pkg:maven/log4j-core/log4j-core@2.17.1',
    LOG4J,
    notAffected(),
  ),
  check(
    'a group that only repeats the artifact was not checked where no advisory knows the artifact',
    'pkg:maven/log4j-api/log4j-api@2.14.1',
    LOG4J,
    cannotAssess('incomplete-name'),
  ),
  check('a title from a manifest may have capital letters', 'pkg:maven/Log4j-core/Log4j-core@2.14.1', LOG4J, GUESSED),
  check(
    'a group that only repeats the artifact is real where Maven Central has it',
    'pkg:maven/commons-io/commons-io@2.6',
    [
      record('CVE-2021-29425', entry('Maven', 'commons-io:commons-io', fixedIn('2.7'))),
      record('CVE-2099-0032', entry('Maven', 'com.acme:commons-io', fixedIn('9.0'))),
    ],
    affected({ about: 'CVE-2021-29425', confidence: 'high', assumptions: [] }),
  ),
  check(
    'log4j 1 is not what records about the group of log4j 2 mean',
    'pkg:maven/log4j/log4j@1.2.17',
    record('CVE-2020-9488', entry('Maven', 'org.apache.logging.log4j:log4j', fixedIn('2.3.2'))),
    notAffected(),
  ),
  check(
    'a single word is the artifact of a project',
    'pkg:maven/jdom/jdom@2.0.6',
    record('CVE-2021-33813', entry('Maven', 'org.jdom:jdom', upTo('2.0.6'))),
    GUESSED,
  ),
  check(
    'a generic word is the artifact of too many',
    'pkg:maven/http/http@1.0',
    record('CVE-2099-0033', entry('Maven', 'com.acme:http', fixedIn('9.0'))),
    cannotAssess('incomplete-name'),
  ),
  check(
    'a tool is not the plugin that is called like it',
    'pkg:maven/gradle/gradle@1.20',
    record('CVE-2099-0034', entry('Maven', 'org.jenkins-ci.plugins:gradle', fixedIn('9.0'))),
    cannotAssess('incomplete-name'),
  ),
  check(
    'the symbolic name of a bundle is longer than its group',
    'pkg:maven/org.apache.logging.log4j.core/log4j-core@2.14.1',
    LOG4J,
    GUESSED,
  ),
  check(
    'a manifest writes dashes where the group has dots',
    'pkg:maven/org.apache.tomcat-embed-core/tomcat-embed-core@9.0.31',
    TOMCAT,
    GUESSED,
  ),
  check(
    'the name of a bundle may tell the artifact of a file that has a shorter name',
    'pkg:maven/org.apache.tomcat-catalina/catalina@9.0.70',
    record('CVE-2023-46589', entry('Maven', 'org.apache.tomcat:tomcat-catalina', between('9.0.0-M1', '9.0.83'))),
    GUESSED,
  ),
  check(
    'a Java package below the group is no group',
    'pkg:maven/org.postgresql.jdbc/postgresql@42.2.8',
    record('CVE-2022-21724', entry('Maven', 'org.postgresql:postgresql', between('9.4.1208', '42.2.25'))),
    GUESSED,
  ),
  check(
    'the vendor may be the whole group',
    'pkg:maven/com.mysql.cj/mysql-connector-java@8.0.18',
    record('CVE-2021-2471', entry('Maven', 'mysql:mysql-connector-java', fixedIn('8.0.27'))),
    GUESSED,
  ),
  check(
    'the group may be only the end of the real one',
    'pkg:maven/springframework/spring-beans@5.3.17',
    SPRING,
    GUESSED,
  ),
  check(
    'a single word may repeat the end of the real group',
    'pkg:maven/hsqldb/hsqldb@2.7.0',
    record('CVE-2022-41853', entry('Maven', 'org.hsqldb:hsqldb', fixedIn('2.7.1'))),
    GUESSED,
  ),
  check(
    'a Java package may have labels that the group leaves out',
    'pkg:maven/org.apache.tools.ant/ant@1.10.9',
    record('CVE-2021-36374', entry('Maven', 'org.apache.ant:ant', between('1.10.0', '1.10.11'))),
    GUESSED,
  ),
  check(
    'a project that has moved below its old group is the same project',
    'pkg:maven/org.hibernate/hibernate-validator@5.3.5.Final',
    record('CVE-2020-10693', entry('Maven', 'org.hibernate.validator:hibernate-validator', fixedIn('6.0.20.Final'))),
    GUESSED,
  ),
  check(
    'the place of a jar in a repository states its group',
    component('pkg:maven/log4j-core/log4j-core@2.14.1', {
      properties: {
        'syft:metadata:virtualPath':
          '/root/.m2/repository/org/apache/logging/log4j/log4j-core/2.14.1/log4j-core-2.14.1.jar',
      },
    }),
    LOG4J,
    affected({ confidence: 'high', assumptions: [] }),
  ),
  check(
    'the coordinates inside of a jar state its group',
    component('pkg:maven/log4j-core/log4j-core@2.14.1', {
      properties: { 'syft:metadata:virtualPath': '/app/app.jar:com.acme.logging:log4j-core' },
    }),
    LOG4J,
    notAffected(),
  ),
  check(
    'another group is another artifact',
    ['pkg:maven/com.acme/log4j-core@2.14.1', 'pkg:maven/org.acme.core/log4j-core@2.14.1'],
    LOG4J,
    [notAffected(), notAffected({ of: 1 })],
  ),
  check(
    'a container for tests is not the driver that it is for',
    'pkg:maven/org.testcontainers/postgresql@1.15.3',
    record('CVE-2024-1597', entry('Maven', 'org.postgresql:postgresql', fixedIn('42.2.28'))),
    notAffected(),
  ),
  check(
    'a library for browsers is not the package of another publisher',
    'pkg:maven/org.webjars.npm/json@9.0.4',
    record('CVE-2022-45688', entry('Maven', 'org.json:json', fixedIn('20230227'))),
    notAffected(),
  ),
  check(
    'a generic artifact is never guessed, whatever its group',
    'pkg:maven/org.verapdf.pdf/core@1.0',
    record('CVE-2024-28109', entry('Maven', 'org.verapdf:core', fixedIn('1.24.2'))),
    notAffected(),
  ),
  check(
    'what a record says about another group does not count where it names the stated one',
    'pkg:maven/org.webjars/bootstrap@3.4.1',
    record(
      'CVE-2024-6485',
      entry('Maven', 'org.webjars:bootstrap', fixedIn('3.4.0')),
      entry('Maven', 'org.webjars.npm:bootstrap', fixedIn('4.0.0')),
    ),
    notAffected(),
  ),
];

export const mavenCases = casesOf('Maven', ...versions, names, groups);
