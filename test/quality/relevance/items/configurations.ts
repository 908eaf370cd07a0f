/** Vulnerabilities that require a certain configuration. */
import { stated, suggested } from '../profile-parts.ts';
import { itemsOf, notUsed } from '../written-item.ts';

export const configurationItems = itemsOf('core', [
  {
    id: 'config-trust-proxy',
    of: 'npm walk-in 4.17.0',
    title: 'Address of the caller can be chosen',
    details:
      'With trustProxy set to true the address of the caller is taken from a header, and limits by address are void. The option is off by default; with the default the header is ignored.',
    needs: [
      ['configuration', 'trustProxy', 'With trustProxy set to true the address of the caller is taken from a header'],
    ],
    is: 'requires_configuration',
    because: 'The option is confirmed as not used.',
    unused: ['trustProxy'],
  },
  {
    id: 'config-debug-console',
    of: 'PyPI flat-web 2.2.5',
    title: 'Console of the debugger answers strangers',
    details:
      'The PIN of the interactive debugger can be derived from public values. The debugger is there only if the application runs with debug mode switched on, which the manual advises against.',
    needs: [['configuration', 'debug mode', 'only if the application runs with debug mode switched on']],
    is: 'requires_configuration',
    because: 'Debug mode is confirmed as not used.',
    unused: ['debug mode'],
    score: 8.1,
  },
  {
    id: 'config-default-typing',
    of: 'Maven org.example:json-bind 2.13.2',
    title: 'Class names in a document are obeyed',
    details:
      'A document may name the class that it wants to become. The names are obeyed where default typing has been enabled on the mapper. A mapper in its initial state ignores them.',
    needs: [['configuration', 'default typing', 'The names are obeyed where default typing has been enabled']],
    is: 'requires_configuration',
    because: 'Default typing is confirmed as not used.',
    unused: ['default typing'],
    cwes: ['CWE-502'],
    score: 8.1,
  },
  {
    id: 'config-legacy-ciphers',
    of: 'Debian libveil3 3.0.11-1',
    title: 'Old cipher suites leak the length of a key',
    details:
      'Suites of the legacy provider leak the length of the key through timing. The legacy provider is not loaded unless the configuration file asks for it.',
    needs: [
      [
        'configuration',
        'legacy provider',
        'The legacy provider is not loaded unless the configuration file asks for it',
      ],
    ],
    is: 'requires_configuration',
    because: 'The legacy provider is confirmed as not used.',
    unused: ['legacy provider'],
  },
  {
    id: 'config-status-page',
    of: 'Alpine porch-httpd 1.4.71-r0',
    title: 'Status page shows requests of others',
    details:
      'The status page prints the query of running requests without escaping it. To be exploitable, mod_status has to be enabled in the configuration; packages ship with it disabled.',
    needs: [['configuration', 'mod_status', 'mod_status has to be enabled in the configuration']],
    is: 'requires_configuration',
    because: 'mod_status is confirmed as not used.',
    unused: ['mod_status'],
    cwes: ['CWE-79'],
  },
  {
    id: 'config-cors-reflect',
    of: 'Go example.org/web/cross v1.10.0',
    title: 'Any origin may read answers',
    details:
      'If AllowCredentials and a wildcard are combined, the origin of the caller is reflected and any site may read answers. No other combination behaves like this, so AllowCredentials is needed for an attack.',
    needs: [['configuration', 'AllowCredentials', 'so AllowCredentials is needed for an attack']],
    is: 'requires_configuration',
    because: 'AllowCredentials is confirmed as not used.',
    unused: ['AllowCredentials'],
  },
  {
    id: 'config-remote-management',
    of: 'Maven org.example:mule-train 9.0.1',
    title: 'Management port takes any object',
    details:
      'The management port reads serialized objects before it asks for a password. It is opened when remote management is turned on; in the shipped configuration it stays closed.',
    needs: [['configuration', 'remote management', 'It is opened when remote management is turned on']],
    is: 'requires_configuration',
    because: 'Remote management is confirmed as not used.',
    unused: ['remote management'],
    score: 8.6,
  },
  {
    id: 'config-register-globals',
    of: 'Packagist example/form-box 1.3.0',
    title: 'Fields of a form replace settings',
    details:
      'Where the option extractFields is true, a field named like a setting replaces it. The default is false, and with false fields are kept apart.',
    needs: [['configuration', 'extractFields', 'Where the option extractFields is true']],
    is: 'requires_configuration',
    because: 'extractFields is confirmed as not used.',
    unused: ['extractFields'],
  },
  {
    id: 'config-auto-reload',
    of: 'RubyGems warm-server 5.6.4',
    title: 'Reloaded worker forgets its limits',
    details:
      'A worker that was reloaded forgets the limit of its request body. Workers are reloaded only under the phased restart option, all others keep their limits for life.',
    needs: [['configuration', 'phased restart', 'Workers are reloaded only under the phased restart option']],
    is: 'requires_configuration',
    because: 'Phased restart is confirmed as not used.',
    unused: ['phased restart'],
  },
  {
    id: 'config-insecure-tls',
    of: 'NuGet Example.Mail.Courier 4.3.0',
    title: 'Certificates of the mail server are not looked at',
    details:
      'With AcceptAnyCertificate the name of the server is not checked either, which the manual denies. Users who have not set AcceptAnyCertificate get the full check.',
    needs: [
      ['configuration', 'AcceptAnyCertificate', 'Users who have not set AcceptAnyCertificate get the full check'],
    ],
    is: 'requires_configuration',
    because: 'AcceptAnyCertificate is confirmed as not used.',
    unused: ['AcceptAnyCertificate'],
    cwes: ['CWE-295'],
  },
  {
    id: 'config-user-namespaces',
    of: 'Ubuntu container-shim 1.7.2-0ubuntu3',
    title: 'Mapping of users is off by one',
    details:
      'The last user of a mapped range is root outside. The mapping is used when the daemon is started with userns-remap. Daemons without that option do no mapping at all.',
    needs: [['configuration', 'userns-remap', 'The mapping is used when the daemon is started with userns-remap']],
    is: 'requires_configuration',
    because: 'userns-remap is confirmed as not used.',
    unused: ['userns-remap'],
  },
  {
    id: 'config-default-is-on',
    of: 'npm walk-out 4.17.0',
    title: 'Redirects keep the password',
    details:
      'Redirects to another host keep the header with the password. Setting stripAuth to true avoids it; the option is false when nothing is set.',
    needs: [['configuration', 'stripAuth', 'the option is false when nothing is set', 'helps']],
    is: 'relevant',
    because: 'The option is the cure: not using it is the problem.',
    unused: ['stripAuth'],
    cwes: ['CWE-200'],
  },
  {
    id: 'config-suggested-by-a-model',
    of: 'PyPI flat-api 2.2.5',
    title: 'Documentation page runs foreign scripts',
    details:
      'The page that documents the interface loads a script from an address in the query. The page is there if docs pages are enabled in the settings of the application.',
    needs: [['configuration', 'docs pages', 'if docs pages are enabled in the settings of the application']],
    is: 'relevant',
    because: 'Only a model suggested that docs pages are off.',
    profile: { 'usage.featuresNotUsed': suggested(notUsed('PyPI', 'flat-api', ['docs pages'])) },
  },
  {
    id: 'config-one-of-two-ways',
    of: 'Maven org.example:json-blend 2.13.2',
    title: 'Class names are obeyed in two ways',
    details:
      'A document may name the class that it wants to become. This needs default typing, or a field of the open type Object in any class that is read; the second way needs no option at all.',
    needs: [['configuration', 'default typing', 'This needs default typing', 'helps']],
    is: 'relevant',
    because: 'There is a second way without the option; the quote would be half of the sentence.',
    unused: ['default typing'],
    cwes: ['CWE-502'],
  },
  {
    id: 'config-only-in-staging',
    of: 'Go example.org/web/profiler v1.0.0',
    title: 'Profiler tells command lines',
    details:
      'The profiler prints the command line of the process, passwords included, to whoever asks. It answers where the debug listener is configured.',
    needs: [['configuration', 'debug listener', 'It answers where the debug listener is configured']],
    is: 'relevant',
    because: 'It is confirmed as off in production, and staging says nothing.',
    unused: ['debug listener'],
    alsoIn: [{ 'ops.environment': 'staging', 'usage.featuresNotUsed': stated([]) }],
  },
]);
