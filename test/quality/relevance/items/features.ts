/** Vulnerabilities in a feature of the component that the service may or may not use. */
import { listedInPart, stated } from '../profile-parts.ts';
import { itemsOf, notUsed } from '../written-item.ts';

export const featureItems = itemsOf('core', [
  {
    id: 'feature-xinclude',
    of: 'PyPI tree-of-xml 4.9.1',
    title: 'Local files are included into a document',
    details:
      'A document can pull local files into itself through XInclude. Processing of XInclude is a step that a program has to call; programs that never call it are not exposed.',
    needs: [['feature', 'XInclude', 'programs that never call it are not exposed']],
    is: 'code_not_reachable',
    because: 'Somebody confirmed that XInclude is not used.',
    unused: ['XInclude'],
    profile: { 'input.acceptsUntrusted': ['http-body', 'xml'] },
    cwes: ['CWE-611'],
  },
  {
    id: 'feature-websocket',
    of: 'npm tiny-gateway 2.6.0',
    title: 'Frames of a WebSocket are joined without an end',
    details:
      'Parts of a fragmented WebSocket message are joined until the process runs out of memory. The flaw needs the WebSocket server of tiny-gateway, which listens only after attachSocket was called.',
    needs: [['feature', 'WebSocket server', 'The flaw needs the WebSocket server of tiny-gateway']],
    is: 'code_not_reachable',
    because: 'The WebSocket server is confirmed as unused.',
    unused: ['WebSocket server'],
    cwes: ['CWE-770'],
  },
  {
    id: 'feature-ldap-login',
    of: 'Maven org.example:door-keeper 3.0.0',
    title: 'Wildcard in a name logs in as somebody else',
    details:
      'Names are pasted into the filter of an LDAP search, and a star matches anybody. Logins through the LDAP realm are affected. Other realms look names up by equality and are safe.',
    needs: [['feature', 'LDAP realm', 'Logins through the LDAP realm are affected']],
    is: 'code_not_reachable',
    because: 'The LDAP realm is confirmed as unused.',
    unused: ['LDAP realm'],
    cwes: ['CWE-90'],
  },
  {
    id: 'feature-graphql-batch',
    of: 'npm query-desk 7.1.2',
    title: 'Batches get around the limit of attempts',
    details:
      'A batch of queries counts as one attempt, so passwords can be guessed by the thousand. Servers that do not mount the batch endpoint cannot be reached this way.',
    needs: [['feature', 'batch endpoint', 'Servers that do not mount the batch endpoint cannot be reached this way']],
    is: 'code_not_reachable',
    because: 'The batch endpoint is confirmed as unused.',
    unused: ['batch endpoint'],
  },
  {
    id: 'feature-pdf-forms',
    of: 'NuGet Example.Paper.Press 11.0.4',
    title: 'Script in a form is carried over',
    details:
      'When a form is flattened, scripts of its fields are carried over into the new document. Only calls of FlattenForm reach the faulty code; printing, merging and signing do not.',
    needs: [['feature', 'FlattenForm', 'Only calls of FlattenForm reach the faulty code']],
    is: 'code_not_reachable',
    because: 'FlattenForm is confirmed as unused.',
    unused: ['FlattenForm'],
  },
  {
    id: 'feature-http2-push',
    of: 'Go example.org/serve/fast v2.4.1',
    title: 'Pushed streams are never counted',
    details:
      'Streams that the server pushes are not counted against the limit of streams. To be vulnerable, a program has to use server push, which fast offers through its Pusher.',
    needs: [['feature', 'server push', 'a program has to use server push']],
    is: 'code_not_reachable',
    because: 'Server push is confirmed as unused.',
    unused: ['server push'],
  },
  {
    id: 'feature-remote-template',
    of: 'RubyGems page-weaver 1.18.0',
    title: 'Templates are loaded from foreign hosts',
    details:
      'The remote loader follows redirects to any host and runs what it gets as a template. Applications are at risk if they have chosen the remote loader; the loader for local files does not share the code.',
    needs: [['feature', 'remote loader', 'Applications are at risk if they have chosen the remote loader']],
    is: 'code_not_reachable',
    because: 'The remote loader is confirmed as unused.',
    unused: ['remote loader'],
    score: 8.8,
  },
  {
    id: 'feature-smtp-server',
    of: 'PyPI mail-kit 3.2.0',
    title: 'Second command hides in a line break',
    details:
      'The server half of mail-kit accepts a lone line feed as the end of a message, so one message smuggles another. The client half cannot be attacked. A program must run the SMTP server to be vulnerable.',
    needs: [['feature', 'SMTP server', 'A program must run the SMTP server to be vulnerable']],
    is: 'code_not_reachable',
    because: 'The SMTP server is confirmed as unused.',
    unused: ['SMTP server'],
    cwes: ['CWE-93'],
  },
  {
    id: 'feature-cluster-mode',
    of: 'Maven org.example:grid-store 5.3.1',
    title: 'Nodes believe whoever calls first',
    details:
      'Nodes of a cluster accept the first call as that of the leader. A single node does not open the port for other nodes: the flaw is out of reach unless cluster mode is in use.',
    needs: [['feature', 'cluster mode', 'the flaw is out of reach unless cluster mode is in use']],
    is: 'code_not_reachable',
    because: 'Cluster mode is confirmed as unused.',
    unused: ['cluster mode'],
  },
  {
    id: 'feature-jwt-none',
    of: 'Packagist example/token-press 4.0.2',
    title: 'Encrypted tokens are opened with the wrong key',
    details:
      'Encrypted tokens (JWE) may name their own key, and token-press takes it. Signed tokens are checked properly. The faulty class is only entered by programs that decrypt JWE tokens.',
    needs: [['feature', 'JWE', 'The faulty class is only entered by programs that decrypt JWE tokens']],
    is: 'code_not_reachable',
    because: 'JWE is confirmed as unused.',
    unused: ['JWE'],
    cwes: ['CWE-347'],
  },
  {
    id: 'feature-plugin-host',
    of: 'crates.io wasm-porch 0.21.0',
    title: 'Guest writes one page too far',
    details:
      'A guest module can write one page past its memory. wasm-porch runs guests through the plugin host; the validator, which many use on its own, runs nothing and is not affected.',
    needs: [['feature', 'plugin host', 'wasm-porch runs guests through the plugin host']],
    is: 'code_not_reachable',
    because: 'The plugin host is confirmed as unused.',
    unused: ['plugin host'],
  },
  {
    id: 'feature-used-although-listed-elsewhere',
    of: 'npm tiny-router 2.6.0',
    title: 'Wildcard routes match too much',
    details:
      'A wildcard in the middle of a route matches across slashes, so a rule for one folder opens another. Applications are affected if they define wildcard routes.',
    needs: [['feature', 'wildcard routes', 'Applications are affected if they define wildcard routes']],
    is: 'relevant',
    because: 'The profile says of another package that it does not use wildcard routes.',
    profile: { 'usage.featuresNotUsed': notUsed('npm', 'big-router', ['wildcard routes']) },
  },
  {
    id: 'feature-nobody-confirmed',
    of: 'PyPI sheet-reader 1.9.0',
    title: 'Formula runs while a sheet is opened',
    details:
      'Formulas of a sheet run as soon as it is opened. Programs that only use the streaming reader are safe; the flaw is reached through the workbook reader.',
    needs: [['feature', 'workbook reader', 'the flaw is reached through the workbook reader']],
    is: 'relevant',
    because: 'That the workbook reader is unused was written down, and nobody confirmed it.',
    profile: { 'usage.featuresNotUsed': stated(notUsed('PyPI', 'sheet-reader', ['workbook reader'])) },
  },
  {
    id: 'feature-other-than-listed',
    of: 'Maven org.example:door-frame 3.0.0',
    title: 'Session survives a logout',
    details:
      'Sessions that were opened through the SAML realm survive a logout. Sessions of the LDAP realm and of the table of users end as they should.',
    needs: [['feature', 'SAML realm', 'Sessions that were opened through the SAML realm survive a logout']],
    is: 'relevant',
    because: 'The LDAP realm is unused; of the SAML realm nobody says anything.',
    unused: ['LDAP realm'],
  },
  {
    id: 'feature-confirmed-used',
    of: 'Go example.org/serve/slow v2.4.1',
    title: 'Trailers are taken for headers',
    details:
      'Trailers of a chunked request overwrite headers that were already checked. Programs that read trailers are affected; reading them is a feature that has to be switched on.',
    needs: [['feature', 'trailers', 'Programs that read trailers are affected']],
    is: 'relevant',
    because: 'The service uses trailers.',
    profile: {
      'usage.featuresUsed': notUsed('Go', 'example.org/serve/slow', ['trailers']),
      'usage.featuresNotUsed': notUsed('Go', 'example.org/serve/slow', ['server push']),
    },
  },
  {
    id: 'feature-list-in-part-still-names-it',
    of: 'npm form-maker 6.0.0',
    title: 'Hidden fields are rendered without escaping',
    details:
      'Values of hidden fields are put into the page as they are. The server renderer does this; forms that are drawn by the browser module are not affected. Only users of the server renderer need the fix.',
    needs: [['feature', 'server renderer', 'Only users of the server renderer need the fix']],
    is: 'code_not_reachable',
    because: 'A list of what is not used needs no completeness: what it names is named.',
    profile: { 'usage.featuresNotUsed': listedInPart(notUsed('npm', 'form-maker', ['server renderer'])) },
    cwes: ['CWE-79'],
  },
]);
