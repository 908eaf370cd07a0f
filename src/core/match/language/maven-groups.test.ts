import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anAffected,
  anOsvRecord,
  findMatches,
  indexAdvisories,
  readAdvisory,
} from '../../../../test/support/advisories.ts';
import { hasMadeUpGroup, canBeSameArtifact } from './maven-groups.ts';

describe('a made-up Maven group', () => {
  it.each([
    ['log4j-core:log4j-core', 'org.apache.logging.log4j:log4j-core', 'the artifact again'],
    ['Log4j-core:Log4j-core', 'org.apache.logging.log4j:log4j-core', 'a title from a manifest'],
    ['log4j-core', 'org.apache.logging.log4j:log4j-core', 'no group'],
    ['jdom:jdom', 'org.jdom:jdom', 'a single word'],
    ['postgresql:postgresql', 'org.postgresql:postgresql', 'a project that has moved'],
    ['ssh-credentials:ssh-credentials', 'org.jenkins-ci.plugins:ssh-credentials', 'a plugin with a name of its own'],
    ['org.apache.logging.log4j.core:log4j-core', 'org.apache.logging.log4j:log4j-core', 'longer'],
    ['org.postgresql.jdbc:postgresql', 'org.postgresql:postgresql', 'longer'],
    ['org.xerial.snappy.snappy-java:snappy-java', 'org.xerial.snappy:snappy-java', 'longer'],
    ['org.bouncycastle.bcprovider:bcprov-jdk18on', 'org.bouncycastle:bcprov-jdk18on', 'longer'],
    ['org.apache.tomcat-coyote:tomcat-coyote', 'org.apache.tomcat:tomcat-coyote', 'dashes for dots'],
    ['org.apache.tomcat-embed-core:tomcat-embed-core', 'org.apache.tomcat.embed:tomcat-embed-core', 'dashes for dots'],
    ['org.apache.tomcat-catalina:catalina', 'org.apache.tomcat:tomcat-catalina', 'the name of a bundle'],
    ['org.apache:velocity-tools', 'org.apache.velocity:velocity-tools', 'shorter'],
    ['org.apache.commons.io:commons-io', 'commons-io:commons-io', 'ends with the real one'],
    ['springframework:spring-core', 'org.springframework:spring-core', 'the end of the real one'],
    ['com.mysql.cj:mysql-connector-java', 'mysql:mysql-connector-java', 'the vendor'],
    ['apache:kafka-clients', 'org.apache.kafka:kafka-clients', 'the vendor'],
    ['org.apache.tools.ant:ant', 'org.apache.ant:ant', 'further labels in the middle'],
    ['org.apache.ws.xmlrpc:xmlrpc', 'org.apache.xmlrpc:xmlrpc', 'further labels in the middle'],
  ])('%s may be %s: %s', (stated, recorded) => {
    expect(canBeSameArtifact(stated, recorded)).toBe(true);
  });

  it.each([
    ['com.acme:jackson-databind', 'com.fasterxml.jackson.core:jackson-databind', 'another publisher'],
    ['com.jwebmp.jpms.jackson.core:jackson-databind', 'com.fasterxml.jackson.core:jackson-databind', 'repackaged'],
    ['org.webjars:jquery', 'org.acme:jquery', 'another publisher'],
    ['org.webjars.npm:lodash', 'com.acme:lodash', 'another publisher'],
    ['org.testcontainers:postgresql', 'org.postgresql:postgresql', 'a container for tests'],
    ['com.alibaba:druid', 'org.apache.druid:druid', 'another project'],
    ['org.acme.json:json', 'org.json:json', 'only the suffixes are equal'],
    ['com.squareup.retrofit:retrofit', 'com.squareup.retrofit2:retrofit', 'only a beginning of a label'],
    ['com.google.appengine:api', 'ai.djl:api', 'a generic name'],
    ['core:core', 'org.verapdf:core', 'a generic name'],
    ['org.verapdf.pdf:core', 'org.verapdf:core', 'a generic name'],
    ['org.acme-catalina:catalina', 'org.apache.tomcat:tomcat-catalina', 'the name of another bundle'],
    ['org:log4j-core', 'org.apache.logging.log4j:log4j-core', 'a top-level domain'],
    ['gradle:gradle', 'org.jenkins-ci.plugins:gradle', 'a plugin for it'],
    ['bootstrap:bootstrap', 'org.webjars:bootstrap', 'a repackaged library'],
    ['log4j:log4j', 'org.apache.logging.log4j:log4j', 'a real group'],
    ['commons-io:commons-io', 'org.apache.commons:commons-io', 'a real group'],
    ['org.apache.logging.log4j:Log4j-Core', 'org.apache.logging.log4j:log4j-core', 'letter case with a real group'],
    ['log4j-core:log4j-core', 'org.apache.logging.log4j:log4j-api', 'another artifact'],
  ])('%s is not %s: %s', (stated, recorded) => {
    expect(canBeSameArtifact(stated, recorded)).toBe(false);
  });

  it.each([
    ['log4j-core', true],
    ['spring-core:spring-core', true],
    ['AwsJavaSdk-Core:AwsJavaSdk-Core', true],
    ['javax.annotation-api:javax.annotation-api', true],
    ['commons-io:commons-io', false],
    ['javax.inject:javax.inject', false],
    ['org.eclipse.transformer:org.eclipse.transformer', false],
    ['lambdaisland:uri', false],
    ['org.apache.tomcat-coyote:tomcat-coyote', false],
  ])('is detected in %s: %s', (name, expected) => {
    expect(hasMadeUpGroup(name)).toBe(expected);
  });
});

describe('advisories of several groups', () => {
  const groups = fc.constantFrom('log4j', 'jdom', 'org.jdom', 'org.jdom.core', 'com.acme', 'org.apache.jdom', 'jdom.x');
  const record = fc.record({ group: groups, fixed: fc.constantFrom('1.0', '2.0', '3.0') });

  it('never remove a match that exists without one of them', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 6 }), groups, (records, stated) => {
        const advisories = records.map(({ group, fixed }, n) =>
          readAdvisory(
            anOsvRecord({
              id: `CVE-2099-000${n}`,
              affected: [
                anAffected({ ecosystem: 'Maven', name: `${group}:jdom`, events: [{ introduced: '0' }, { fixed }] }),
              ],
            }),
          ),
        );
        const affected = (among: typeof advisories): string[] =>
          findMatches(`pkg:maven/${stated}/jdom@1.5`, indexAdvisories(among)).map(({ groupId }) => groupId);

        expect(affected(advisories)).toEqual(expect.arrayContaining(affected(advisories.slice(1))));
      }),
      { numRuns: 200 },
    );
  });
});
