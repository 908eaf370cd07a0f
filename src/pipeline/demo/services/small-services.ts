/** Services that each show one case: a malicious package, many unchecked components, and no findings. */
import type { DemoService } from '../demo-service.ts';

const STOREFRONT = `
* next@14.0.4 > postcss react react-dom
postcss@8.4.31
* react@18.2.0
* react-dom@18.2.0 > react scheduler
scheduler@0.23.0
* @lottiefiles/lottie-player@2.0.4 > lit
lit@3.1.2
* @babel/traverse@7.20.0 [excluded] > debug
debug@4.3.4
* json5@2.2.1
`;

const LEGACY = `
* phpmailer/phpmailer@5.2.16
* facade/ignition@2.4.1 > symfony/http-kernel
symfony/http-kernel@5.4.10
* guzzlehttp/guzzle@7.4.3 > guzzlehttp/psr7
guzzlehttp/psr7@2.4.0
* twig/twig@2.15.1
* crm/mail-templates@dev-main
gem:actionview@5.2.2
gem:rack@2.2.3
nuget:Newtonsoft.Json@12.0.3
nuget:log4net@2.0.8
generic:oracle-instantclient@21.9
generic:crystal-reports@13.0
docker:library/php@7.4-apache
none:import-scripts
none:fax-driver
`;

const STATUS_PAGE = `
* org.slf4j:slf4j-api@2.0.13
* io.javalin:javalin@6.1.6 > org.slf4j:slf4j-api org.eclipse.jetty:jetty-server
org.eclipse.jetty:jetty-server@11.0.21 > org.eclipse.jetty:jetty-http
org.eclipse.jetty:jetty-http@11.0.21
`;

export const STOREFRONT_SERVICE: DemoService = {
  name: 'demo-storefront',
  documents: [{ format: 'spdx', subject: 'storefront', type: 'npm', packages: STOREFRONT }],
  versions: [
    { name: '118', changes: [''], aliases: ['production'] },
    // This release of the player was hijacked.
    { name: '119', changes: ['@lottiefiles/lottie-player@2.0.5\nnext@14.1.1'] },
  ],
};

export const LEGACY_SERVICE: DemoService = {
  name: 'demo-legacy-crm',
  documents: [{ format: 'cyclonedx', subject: 'legacy-crm', type: 'composer', packages: LEGACY }],
  versions: [{ name: '7.3', changes: [''], tags: ['end-of-life'], aliases: ['production'] }],
};

export const STATUS_PAGE_SERVICE: DemoService = {
  name: 'demo-status-page',
  documents: [{ format: 'cyclonedx', subject: 'status-page', type: 'maven', packages: STATUS_PAGE }],
  versions: [{ name: '1.0.0', changes: [''], aliases: ['production'] }],
};
