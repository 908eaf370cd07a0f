/**
 * Vulnerabilities that may be lowered but never dismissed: their condition depends on people or the position of the attacker, not
 * on code.
 */
import { denying } from '../runtime-documents.ts';
import { itemsOf } from '../written-item.ts';

export const loweredItems = itemsOf('core', [
  {
    id: 'local-race-in-tmp',
    of: 'Debian tidy-tmp 2.1-4',
    title: 'Cleaner follows a link that a user has placed',
    details:
      'A local user can exchange a folder for a link while the cleaner is at work and have other files deleted. An account on the machine is needed.',
    needs: [['local_user', null, 'An account on the machine is needed']],
    is: 'relevant',
    because: 'Without local users it weighs less, but whoever gets in by another way is local.',
  },
  {
    id: 'local-socket-mode',
    of: 'Go example.org/daemon/socket v0.2.0',
    title: 'Control socket is open to every account',
    details:
      'The socket through which the daemon is controlled is created with open rights. Any local account can stop the daemon or change its settings.',
    needs: [['local_user', null, 'Any local account can stop the daemon']],
    is: 'relevant',
    because: 'Local access is a way of an attacker, not a property of the code.',
  },
  {
    id: 'local-core-dump',
    of: 'crates.io secret-vault-core 0.3.0',
    title: 'Secrets stay in memory after use',
    details:
      'Secrets are not overwritten after use and can be found in a core dump. The attacker must be able to read memory or dumps on the same host.',
    needs: [['local_user', null, 'must be able to read memory or dumps on the same host']],
    is: 'relevant',
    because: 'Local access only lowers.',
  },
  {
    id: 'local-users-exist',
    of: 'Ubuntu job-queue 3.2.5-1ubuntu1',
    title: 'Job files can be read before they are owned',
    details:
      'Files of a job are created first and given to their owner later. Local users can read them in between; remote users cannot reach the folder.',
    needs: [['local_user', null, 'Local users can read them in between']],
    is: 'relevant',
    because: 'There are local users who are not trusted.',
    profile: { 'privilege.localUsers': 'yes' },
  },
  {
    id: 'privilege-mount',
    of: 'Debian mount-helper 2.38-5',
    title: 'Mount options pass a check of names',
    details:
      'Options with a comma in quotes pass the check of names. The caller has to hold the capability CAP_SYS_ADMIN, since nobody else may mount.',
    needs: [['capability', 'CAP_SYS_ADMIN', 'The caller has to hold the capability CAP_SYS_ADMIN']],
    is: 'relevant',
    because: 'Missing privileges lower and do not dismiss.',
    profile: { 'privilege.capabilities': [] },
  },
  {
    id: 'privilege-root-config',
    of: 'Red Hat boot-keeper 1.9-2.el9',
    title: 'Setting of root is run as a command',
    details:
      'A line of the configuration is run as a command at start. The process must run as root for the file to be read at all.',
    needs: [['privilege', 'root', 'The process must run as root']],
    is: 'relevant',
    because: 'It runs as another user, which lowers.',
    cwes: ['CWE-78'],
  },
  {
    id: 'privilege-runs-as-root',
    of: 'Alpine net-shape 6.1-r0',
    title: 'Shape of a queue overruns a table',
    details:
      'A queue with more classes than it says overruns a table of the tool. Only root may change queues, so the process has to run as root.',
    needs: [['privilege', 'root', 'the process has to run as root']],
    is: 'relevant',
    because: 'This service does run as root.',
    profile: { 'privilege.runsAsRoot': 'yes' },
  },
  {
    id: 'privilege-admin-of-application',
    of: 'Packagist example/shop-desk 6.4.0',
    title: 'Administrator of the shop runs code',
    details:
      'An administrator of the shop can run code by importing a theme. The role of an administrator in the shop is required; it is no account of the system.',
    needs: [['authenticated', null, 'The role of an administrator in the shop is required']],
    is: 'relevant',
    because: 'A role of the application is no privilege of the system, and logins are never a reason.',
  },
  {
    id: 'interaction-link',
    of: 'npm page-frame 16.8.0',
    title: 'Link runs a script when it is followed',
    details:
      'Links with the scheme javascript are rendered as they are. A user has to click on the link in a browser for the script to run.',
    needs: [['deployment', 'browser', 'A user has to click on the link in a browser']],
    is: 'relevant',
    because: 'Without browser users it weighs less.',
    cwes: ['CWE-79'],
  },
  {
    id: 'interaction-open-file',
    of: 'Debian paper-viewer 44.1-2',
    title: 'Document starts a program when it is opened',
    details:
      'A link to a local program inside of a document is followed without a question. The victim must open the document and click on the link.',
    needs: [],
    is: 'relevant',
    because: 'It can only be lowered.',
  },
  {
    id: 'interaction-browser-users',
    of: 'RubyGems admin-panel 2.9.0',
    title: 'Name of a row is not escaped',
    details:
      'Names of rows are put into the page as they are. An attacker needs somebody with rights who opens the list in a browser.',
    needs: [['deployment', 'browser', 'An attacker needs somebody with rights who opens the list']],
    is: 'relevant',
    because: 'The service has browser users.',
    profile: { 'input.userInteraction': 'yes' },
    cwes: ['CWE-79'],
  },
  {
    id: 'client-redirect',
    of: 'PyPI http-runner 2.31.0',
    title: 'Header with a password travels to the proxy',
    details:
      'On a redirect the header for the proxy is sent to the target as well. The flaw sits in the browser client part and matters to interactive clients only.',
    needs: [['deployment', 'browser', 'matters to interactive clients only']],
    is: 'relevant',
    because: 'Nothing more than a lower priority follows from it.',
    cwes: ['CWE-200'],
  },
  {
    id: 'client-widget',
    of: 'npm date-wheel 1.13.2',
    title: 'Option of the widget is taken for markup',
    details:
      'The text of a button is taken for markup. All of it happens in the browser of the person who looks at the page; the server is not involved.',
    needs: [['deployment', 'browser', 'All of it happens in the browser of the person who looks at the page']],
    is: 'relevant',
    because: 'It can only be lowered.',
    cwes: ['CWE-79'],
  },
  {
    id: 'client-command-line',
    of: 'crates.io fetch-cli 0.10.1',
    title: 'Progress bar prints control characters',
    details:
      'The name of a download is printed to the terminal with its control characters. The effect is confined to the terminal of the client who downloads.',
    needs: [['deployment', 'command-line', 'The effect is confined to the terminal of the client who downloads']],
    is: 'relevant',
    because: 'It can only be lowered.',
  },
  {
    id: 'syscall-userfaultfd',
    of: 'Debian libpager1 1.4-1',
    title: 'Page is handed out before it is filled',
    details:
      'A page can be seen before it is filled. The attack holds the page back with the system call userfaultfd, without which the time is too short.',
    needs: [['syscall', 'userfaultfd', 'The attack holds the page back with the system call userfaultfd']],
    is: 'relevant',
    because: 'A blocked call lowers; another way to win the race may be found tomorrow.',
    runtime: [denying('userfaultfd')],
  },
  {
    id: 'syscall-ptrace',
    of: 'Red Hat debug-bridge 12.1-3.el9',
    title: 'Traced process keeps its rights',
    details:
      'A process that is traced keeps rights which it should lose. An attacker has to call ptrace(2) from inside of the service.',
    needs: [['syscall', 'ptrace', 'An attacker has to call ptrace(2) from inside of the service']],
    is: 'relevant',
    because: 'A blocked call lowers.',
    runtime: [denying('ptrace', 'process_vm_readv')],
  },
  {
    id: 'syscall-not-blocked',
    of: 'Ubuntu ring-buffer-tools 0.7-1',
    title: 'Ring of requests is shared after a fork',
    details:
      'The ring of io_uring is shared with children. An attacker needs io_uring_setup to be allowed in the process.',
    needs: [['syscall', 'io_uring_setup', 'An attacker needs io_uring_setup to be allowed']],
    is: 'relevant',
    because: 'seccomp blocks other calls, not this one.',
    runtime: [denying('ptrace')],
  },
  {
    id: 'auth-any-user',
    of: 'Maven org.example:board 3.3.0',
    title: 'User reads entries of other users',
    details:
      'The id of an entry is not checked against its owner. A user who has logged in can read entries of all others; without a login the route is closed.',
    needs: [['authenticated', null, 'A user who has logged in can read entries of all others']],
    is: 'relevant',
    because: 'A login is no obstacle that a machine may count on.',
    cwes: ['CWE-639'],
  },
  {
    id: 'auth-behind-mesh',
    of: 'Go example.org/ledger/api v1.5.0',
    title: 'Token of one tenant opens another',
    details:
      'Tokens are checked for their signature and not for their audience. An attacker needs a valid token of any tenant.',
    needs: [['authenticated', null, 'An attacker needs a valid token of any tenant']],
    is: 'relevant',
    because: 'That tokens are needed dismisses nothing, and neither does the mesh.',
    profile: { 'controls.meshMtls': { scope: 'all services' }, 'exposure.reach': 'internal' },
  },
  {
    id: 'auth-no-unauthenticated-surface',
    of: 'NuGet Example.Admin.Kit 2.0.0',
    title: 'Role is read from the request',
    details:
      'The role of a caller is read from a field of the request when the token has none. Callers have to be authenticated before the field is looked at.',
    needs: [['authenticated', null, 'Callers have to be authenticated before the field is looked at']],
    is: 'relevant',
    because: 'authenticated never dismisses.',
  },
  {
    id: 'dos-slow-regex',
    of: 'npm mask-match 3.1.0',
    title: 'Pattern takes exponential time',
    details:
      'A pattern with nested stars takes exponential time and blocks the process. Availability alone is concerned: no data can be read or changed.',
    needs: [],
    is: 'relevant',
    because: 'How much availability matters is a score, not a dismissal.',
    profile: { 'data.availabilityReq': 'L' },
    cwes: ['CWE-1333'],
  },
  {
    id: 'dos-crash-on-start',
    of: 'Debian libdict2 2.9-1',
    title: 'Empty dictionary ends the process',
    details:
      'A dictionary without entries ends the process with a division by zero. The impact is limited to a crash, after which a supervisor starts the process again.',
    needs: [],
    is: 'relevant',
    because: 'A denial of service is never dismissed by a machine.',
    profile: { 'ops.environment': 'dev', 'data.availabilityReq': 'L' },
  },
  {
    id: 'dos-memory',
    of: 'PyPI row-reader 1.0.1',
    title: 'Row without an end fills the memory',
    details:
      'A row without a line break is read into memory as a whole. The service can be brought down by it, and that is all an attacker gains.',
    needs: [],
    is: 'relevant',
    because: 'A denial of service is never dismissed by a machine.',
  },
]);
