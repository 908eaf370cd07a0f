/** A Java service with SPDX documents: Log4Shell found, fixed in two steps, and reintroduced by an old branch. */
import type { DemoService } from '../demo-service.ts';

const PACKAGES = `
* org.springframework.boot:spring-boot-starter-web@2.5.6 > org.springframework.boot:spring-boot org.springframework:spring-webmvc org.apache.tomcat.embed:tomcat-embed-core com.fasterxml.jackson.core:jackson-databind
org.springframework.boot:spring-boot@2.5.6 > org.springframework:spring-core org.springframework:spring-context org.yaml:snakeyaml
org.springframework:spring-core@5.3.16 > org.springframework:spring-jcl
org.springframework:spring-jcl@5.3.16
org.springframework:spring-context@5.3.16 > org.springframework:spring-aop org.springframework:spring-beans
org.springframework:spring-aop@5.3.16 > org.springframework:spring-beans
org.springframework:spring-beans@5.3.16 > org.springframework:spring-core
org.springframework:spring-web@5.3.16 > org.springframework:spring-beans
org.springframework:spring-webmvc@5.3.16 > org.springframework:spring-web org.springframework:spring-beans
org.yaml:snakeyaml@1.30
org.apache.tomcat.embed:tomcat-embed-core@9.0.54
com.fasterxml.jackson.core:jackson-databind@2.12.5 > com.fasterxml.jackson.core:jackson-core com.fasterxml.jackson.core:jackson-annotations
com.fasterxml.jackson.core:jackson-core@2.12.5
com.fasterxml.jackson.core:jackson-annotations@2.12.5
* org.springframework.security:spring-security-core@5.5.5 > org.springframework:spring-context
* org.apache.logging.log4j:log4j-core@2.14.1 > org.apache.logging.log4j:log4j-api
org.apache.logging.log4j:log4j-api@2.14.1
* org.apache.commons:commons-text@1.9 > org.apache.commons:commons-lang3
org.apache.commons:commons-lang3@3.12.0
* commons-collections:commons-collections@3.2.1
* com.thoughtworks.xstream:xstream@1.4.17
* org.postgresql:postgresql@42.3.3
* io.netty:netty-codec-http@4.1.68.Final > io.netty:netty-codec io.netty:netty-handler
io.netty:netty-codec@4.1.68.Final > io.netty:netty-common
io.netty:netty-handler@4.1.68.Final > io.netty:netty-common
io.netty:netty-common@4.1.68.Final
* com.zaxxer:HikariCP@5.0.1 > org.slf4j:slf4j-api
org.slf4j:slf4j-api@1.7.36
* com.h2database:h2@1.4.200
com.example.payments:ledger-rules@\${project.version}
`;

export const PAYMENTS: DemoService = {
  name: 'demo-payments',
  documents: [{ format: 'spdx', subject: 'payments', type: 'maven', packages: PACKAGES }],
  versions: [
    { name: 'r41', changes: [''] },
    {
      name: 'r42',
      changes: ['org.apache.logging.log4j:log4j-core@2.15.0\norg.apache.logging.log4j:log4j-api@2.15.0'],
      tags: ['security'],
    },
    {
      name: 'r43',
      tags: ['security'],
      changes: [
        `org.apache.logging.log4j:log4j-core@2.17.1\norg.apache.logging.log4j:log4j-api@2.17.1
        org.springframework.boot:spring-boot-starter-web@2.5.12
        org.springframework:spring-core@5.3.18\norg.springframework:spring-jcl@5.3.18
        org.springframework:spring-context@5.3.18\norg.springframework:spring-aop@5.3.18
        org.springframework:spring-beans@5.3.18\norg.springframework:spring-web@5.3.18
        org.springframework:spring-webmvc@5.3.18\ncom.thoughtworks.xstream:xstream@1.4.20`,
      ],
    },
    {
      name: 'r44',
      aliases: ['production'],
      changes: [
        `org.apache.commons:commons-text@1.10.0\ncommons-collections:commons-collections@3.2.2\n-com.h2database:h2
        com.fasterxml.jackson.core:jackson-databind@2.13.5\ncom.fasterxml.jackson.core:jackson-core@2.13.5
        com.fasterxml.jackson.core:jackson-annotations@2.13.5`,
      ],
    },
    // A customer branch was merged with last year's dependencies.
    {
      name: 'r45',
      aliases: ['staging'],
      changes: [
        `org.apache.logging.log4j:log4j-core@2.14.1\norg.apache.logging.log4j:log4j-api@2.14.1
        org.springframework.security:spring-security-core@5.5.8\nio.netty:netty-codec-http@4.1.94.Final`,
      ],
    },
  ],
};
