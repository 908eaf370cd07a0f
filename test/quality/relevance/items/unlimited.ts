/**
 * Vulnerabilities without a condition that this service fails to meet, and those too dangerous to be dismissed by a machine even
 * with one.
 */
import { itemsOf } from '../written-item.ts';

export const unlimitedItems = itemsOf('core', [
  {
    id: 'plain-header-smuggling',
    of: 'npm thin-http 1.3.1',
    title: 'Two lengths make two requests',
    details:
      'A request with two headers that name its length is read as two requests behind some proxies. Every server that uses thin-http in its default state is concerned.',
    is: 'relevant',
    because: 'There is no condition at all.',
    cwes: ['CWE-444'],
  },
  {
    id: 'plain-prototype',
    of: 'npm merge-well 4.6.1',
    title: 'Merged keys change all objects',
    details:
      'A key named __proto__ in the merged object changes all objects of the process. Bodies of requests are often merged into defaults, which is enough.',
    is: 'relevant',
    because: 'Bodies of requests are taken.',
    cwes: ['CWE-1321'],
  },
  {
    id: 'plain-session-fixation',
    of: 'PyPI flask-door 0.6.2',
    title: 'Session is kept after the login',
    details:
      'The id of a session is kept when somebody logs in, so an id that was planted before is logged in as well. All applications that use flask-door for their login are affected.',
    is: 'relevant',
    because: 'There is no condition at all.',
    cwes: ['CWE-384'],
  },
  {
    id: 'plain-timing',
    of: 'Go example.org/crypto/compare v1.0.0',
    title: 'Comparison tells how much was right',
    details:
      'Signatures are compared byte by byte and the comparison ends at the first difference. The time it takes tells how much of a guess was right.',
    is: 'relevant',
    because: 'There is no condition at all.',
    cwes: ['CWE-208'],
  },
  {
    id: 'plain-tls-resume',
    of: 'crates.io thin-tls 0.21.5',
    title: 'Resumed sessions skip the check of names',
    details:
      'A session that is resumed is accepted for any name. Clients and servers are both concerned, whatever they are configured to check.',
    is: 'relevant',
    because: 'The text says that no configuration helps.',
    cwes: ['CWE-295'],
  },
  {
    id: 'plain-cache-key',
    of: 'Packagist example/page-cache 3.2.0',
    title: 'Cache serves the page of another user',
    details:
      'The key of the cache leaves out the cookie. The page of a user who has logged in may be served to anybody who asks for the same address.',
    is: 'relevant',
    because: 'There is no condition at all.',
  },
  {
    id: 'plain-log-forging',
    of: 'NuGet Example.Logs.Lines 2.10.0',
    title: 'Line breaks forge entries of the log',
    details:
      'Line breaks in a value are written to the log as they are, so a caller can forge entries. Structured outputs are affected in the same way as plain ones.',
    is: 'relevant',
    because: 'There is no condition at all.',
    cwes: ['CWE-117'],
  },
  {
    id: 'plain-dev-scope',
    of: 'npm bundle-all 5.0.0',
    title: 'Source map names files of the server',
    details:
      'Source maps hold the full paths of the machine that built them, and some builds hold the sources of private modules. All builds since 5.0 are concerned.',
    is: 'relevant',
    because: 'That it is optional is a matter of rules, not of reading.',
    scope: 'optional',
  },
  {
    id: 'guard-known-exploited-windows',
    of: 'NuGet Example.Print.Spool 7.0.0',
    title: 'Driver is installed for anybody',
    details:
      'Any user may install a driver, which then runs with the rights of the system. Only the spooler of Windows loads drivers, so only Windows machines are affected.',
    needs: [['os', 'windows', 'so only Windows machines are affected']],
    is: 'requires_environment',
    because: 'True, but known to be exploited: a person has to agree.',
    isKnownExploited: true,
    score: 8.8,
  },
  {
    id: 'guard-critical-feature',
    of: 'Maven org.example:remote-beans 4.0.0',
    title: 'Beans are made from any class',
    details:
      'The remote invoker makes a bean from any class that is named in a request. Programs that do not export beans through the remote invoker cannot be attacked.',
    needs: [
      ['feature', 'remote invoker', 'Programs that do not export beans through the remote invoker cannot be attacked'],
    ],
    is: 'code_not_reachable',
    because: 'True, but critical: a person has to agree.',
    unused: ['remote invoker'],
    score: 9.8,
  },
  {
    id: 'guard-likely-exploited-xml',
    of: 'PyPI sign-in-xml 1.0.0',
    title: 'Signature covers another element',
    details:
      'A signed element can be moved, and another one is read in its place. An attacker has to send an XML document to the application.',
    needs: [['input_kind', 'xml', 'An attacker has to send an XML document to the application']],
    is: 'code_not_reachable',
    because: 'True, but likely to be exploited: a person has to agree.',
    epss: 0.42,
    score: 8.1,
  },
  {
    id: 'guard-fresh-config',
    of: 'Go example.org/web/gate v0.1.0',
    title: 'Preview route skips the gate',
    details:
      'The preview route is served before the gate has looked at a request. It exists if the preview option is set, and only then.',
    needs: [['configuration', 'preview', 'It exists if the preview option is set, and only then']],
    is: 'requires_configuration',
    because: 'True, but published three days ago: texts of that age are still corrected.',
    unused: ['preview'],
    publishedAt: '2026-10-29T08:00:00Z',
  },
  {
    id: 'guard-thin-text',
    of: 'Debian libthin1 1.0-1',
    title: 'Path traversal',
    details: 'Path traversal on Windows only.',
    needs: [['os', 'windows', 'Path traversal on Windows only']],
    is: 'requires_environment',
    because: 'True as far as it goes, but the text is too short to be relied on.',
  },
  {
    id: 'either-half-limited',
    of: 'RubyGems spread-sheet 1.3.0',
    title: 'Names of sheets are run through a formatter',
    details:
      'Names of sheets are run through a formatter that knows commands. It seems to need the legacy writer, though the reporter was not sure of it.',
    needs: [['feature', 'legacy writer', 'It seems to need the legacy writer', 'helps']],
    is: 'either',
    because: 'The text itself is not sure.',
    unused: ['legacy writer'],
  },
  {
    id: 'either-usual-setup',
    of: 'npm job-wheel 2.0.0',
    title: 'Names of jobs are evaluated',
    details:
      'Names of jobs are evaluated by the dashboard. As a rule the dashboard is where jobs are listed; other lists have not been examined.',
    needs: [['feature', 'dashboard', 'Names of jobs are evaluated by the dashboard']],
    is: 'either',
    because: 'Whether other lists do the same is left open.',
    unused: ['dashboard'],
  },
]);
