/** Vulnerabilities that require a certain operating system. */
import { fromSbom } from '../profile-parts.ts';
import { itemsOf } from '../written-item.ts';

export const systemItems = itemsOf('core', [
  {
    id: 'os-reserved-device-names',
    of: 'npm serve-tree 4.1.0',
    title: 'Reserved device names are served as files',
    details:
      'A request for a name such as CON or NUL is passed to the file system as it is, and the process waits for input that never comes. Only installations on Windows are affected, because no other system gives these names a meaning.',
    needs: [['os', 'windows', 'Only installations on Windows are affected']],
    is: 'requires_environment',
    because: 'The text limits it to Windows, and the service runs on Linux.',
  },
  {
    id: 'os-backslash-traversal',
    of: 'PyPI static-shelf 2.3.1',
    title: 'Backslashes leave the served folder',
    details:
      'Path checks of static-shelf look for slashes and miss backslashes. Where the file system takes a backslash for a separator, which is the case on Windows hosts alone, a reader can climb out of the folder that is meant to be public.',
    needs: [['os', 'windows', 'which is the case on Windows hosts alone']],
    is: 'requires_environment',
    because: 'Backslashes are no separators on Linux, and the text says so of Windows alone.',
    cwes: ['CWE-22'],
  },
  {
    id: 'os-ntfs-streams',
    of: 'Go example.org/upload/keep v1.8.2',
    title: 'Alternate data streams get around the block list of endings',
    details:
      'A name such as report.exe::$DATA passes the block list of file endings. The flaw rests on alternate data streams of NTFS volumes and can be used on Windows servers only.',
    needs: [['os', 'windows', 'can be used on Windows servers only']],
    is: 'requires_environment',
    because: 'No NTFS streams on Linux.',
    profile: { 'input.acceptsUntrusted': ['http-body', 'file-upload'] },
  },
  {
    id: 'os-keychain-prompt',
    of: 'Maven org.example:secret-cabinet 5.0.3',
    title: 'Secrets are handed out without asking the user',
    details:
      'The bridge of secret-cabinet to the macOS Keychain marks every entry as readable by all programs of the user. Bridges to other stores are not concerned; the faulty code is compiled for macOS and for nothing else.',
    needs: [['os', 'darwin', 'the faulty code is compiled for macOS and for nothing else']],
    is: 'requires_environment',
    because: 'The bridge does not exist in a build for Linux.',
  },
  {
    id: 'os-windows-service-path',
    of: 'NuGet Example.Hosting.Daemon 3.2.0',
    title: 'Service is registered with an unquoted path',
    details:
      'When the daemon registers itself as a Windows service, the path of its program is written without quotes, so a program that was placed higher up in the tree is started in its stead. Installations that are not registered as a Windows service are safe.',
    needs: [['os', 'windows', 'Installations that are not registered as a Windows service are safe']],
    is: 'requires_environment',
    because: 'A container with Linux registers no Windows service.',
    cwes: ['CWE-428'],
  },
  {
    id: 'os-freebsd-jail',
    of: 'Debian jail-adapter 0.9.4-2',
    title: 'Limits of a jail are set too late',
    details:
      'The adapter starts its child before the limits of the jail are in place. Jails exist on FreeBSD, and only there does the adapter take this path; on any other system it refuses to start a child at all.',
    needs: [['os', 'freebsd', 'only there does the adapter take this path']],
    is: 'requires_environment',
    because: 'The path is taken on FreeBSD alone.',
  },
  {
    id: 'os-android-intent',
    of: 'Maven org.example.mobile:link-opener 1.4.0',
    title: 'Exported activity accepts foreign intents',
    details:
      'The activity that opens links is exported without a permission, so any app on the same Android device can hand it a link of its choice. The flaw concerns the Android artifact; the plain Java artifact holds no activity.',
    needs: [['os', 'android', 'any app on the same Android device can hand it a link']],
    is: 'requires_environment',
    because: 'A server on Linux has no apps beside it and no activities.',
  },
  {
    id: 'os-registry-hive',
    of: 'Go example.org/settings/hive v0.3.0',
    title: 'Values of a foreign user are read from the registry',
    details:
      'hive opens the registry of the machine with more rights than it needs and reads values of other users. Code that opens the registry is built only when GOOS is windows.',
    needs: [['os', 'windows', 'is built only when GOOS is windows']],
    platforms: [{ os: ['windows'], arch: [] }],
    is: 'requires_environment',
    because: 'The file is not part of a build for Linux, and the record says so in a field.',
    profile: { 'runtime.os': fromSbom('linux') },
  },
  {
    id: 'os-case-folding',
    of: 'crates.io config-drawer 0.12.0',
    title: 'Block list is passed by another spelling of a name',
    details:
      'Names on the block list are compared letter by letter, while HFS+ and APFS volumes of macOS fold upper and lower case. An attacker who chooses names gets hold of blocked files. It has been reproduced on macOS, and exploitation is possible on macOS only.',
    needs: [['os', 'darwin', 'exploitation is possible on macOS only']],
    is: 'requires_environment',
    because: 'The text limits it to macOS.',
  },
  {
    id: 'os-solaris-audit',
    of: 'Debian acct-tools 6.6.4-5',
    title: 'Audit trail can be cut short by a user',
    details:
      'A user can end the audit trail early by closing the descriptor that was handed down. The fault sits in the module for Solaris zones. Packages for systems other than Solaris are built without that module.',
    needs: [['os', 'solaris', 'Packages for systems other than Solaris are built without that module']],
    is: 'requires_environment',
    because: 'A package of Debian is no package for Solaris.',
  },
  {
    id: 'os-windows-temp-acl',
    of: 'PyPI scratch-dir 1.1.0',
    title: 'Temporary folders can be read by everybody',
    details:
      'scratch-dir relies on mode bits for its temporary folders. On Windows the mode is ignored and the folder inherits the rights of its parent, so other accounts can read it. Systems that honor mode bits are not vulnerable.',
    needs: [['os', 'windows', 'On Windows the mode is ignored and the folder inherits the rights of its parent']],
    is: 'requires_environment',
    because: 'Mode bits are honored on Linux.',
  },
  {
    id: 'os-linux-only-on-windows',
    of: 'NuGet Example.Net.Sockets.Raw 2.0.1',
    title: 'Abstract sockets are open to all users',
    details:
      'Sockets in the abstract namespace of Linux have no owner, and the library does not ask who is calling. Abstract sockets are a feature of Linux; nothing else has them, so other builds are safe.',
    needs: [['os', 'linux', 'Abstract sockets are a feature of Linux; nothing else has them']],
    is: 'requires_environment',
    because: 'This service runs on Windows.',
    profile: { 'runtime.os': 'windows' },
  },
  {
    id: 'os-two-profiles-both-linux',
    of: 'npm tray-icon 3.0.2',
    title: 'Text of a notification runs as a script',
    details:
      'Notifications are shown through a PowerShell script into which the text is pasted. The script is used on Windows; every other build hands the text over as an argument and is not vulnerable.',
    needs: [['os', 'windows', 'The script is used on Windows; every other build hands the text over as an argument']],
    is: 'requires_environment',
    because: 'Both environments run Linux.',
    alsoIn: [{ 'ops.environment': 'staging' }],
  },
  {
    id: 'os-windows-batch-arguments',
    of: 'RubyGems run-it 1.7.5',
    title: 'Arguments of batch files are split by the shell',
    details:
      'Starting a .bat or .cmd file with arguments from a request lets the caller add commands of their own. Batch files can be started on Windows and nowhere else, hence only Windows users have to upgrade.',
    needs: [['os', 'windows', 'hence only Windows users have to upgrade']],
    is: 'requires_environment',
    because: 'No batch files on Linux.',
    cwes: ['CWE-78'],
    score: 8.1,
  },
  {
    id: 'os-our-own-system',
    of: 'Debian mount-watch 2.1-1',
    title: 'Mount table is parsed without a limit',
    details:
      'mount-watch copies each line of the mount table into a buffer of fixed size. The table is read on Linux only, from the proc file system, and a user who may mount can overrun the buffer.',
    needs: [['os', 'linux', 'The table is read on Linux only']],
    is: 'relevant',
    because: 'Linux is exactly what the service runs on.',
  },
  {
    id: 'os-windows-service-on-windows',
    of: 'NuGet Example.Hosting.Watchdog 1.0.9',
    title: 'Watchdog follows junctions',
    details:
      'The watchdog deletes old dumps and follows junctions while doing so. Only Windows has junctions, and on Windows any account may create them in the folder of dumps.',
    needs: [['os', 'windows', 'Only Windows has junctions']],
    is: 'relevant',
    because: 'The service runs on Windows.',
    profile: { 'runtime.os': 'windows' },
  },
  {
    id: 'os-reported-on-windows',
    of: 'npm hot-folder 0.8.1',
    title: 'Watched folder can be exchanged for a link',
    details:
      'Between the check and the use of a watched folder it can be exchanged for a symbolic link. The report was made with a Windows machine, and no other system has been looked at yet.',
    needs: [['os', 'windows', 'The report was made with a Windows machine', 'helps']],
    is: 'relevant',
    because: 'Where it was found is not where it is limited to.',
    cwes: ['CWE-367'],
  },
  {
    id: 'os-worse-on-windows',
    of: 'Maven org.example:archive-press 2.9.0',
    title: 'Entries of an archive are written outside of the target',
    details:
      'Entries with ".." in their names are written outside of the target folder. The consequences are worst on Windows, where a file in the startup folder is enough to run code.',
    needs: [['os', 'windows', 'The consequences are worst on Windows', 'helps']],
    is: 'relevant',
    because: 'Writing outside of the folder is harm enough on any system, and archives are accepted.',
    profile: { 'input.acceptsUntrusted': ['http-body', 'archive'] },
    cwes: ['CWE-22'],
  },
  {
    id: 'os-second-profile-windows',
    of: 'npm tray-menu 3.0.2',
    title: 'Label of a menu entry runs as a script',
    details:
      'Menu entries are drawn by a script into which their label is pasted. The script is used on Windows; builds for anything else draw menus themselves.',
    needs: [['os', 'windows', 'The script is used on Windows']],
    is: 'relevant',
    because: 'One of the two environments runs Windows: the worst profile wins.',
    alsoIn: [{ 'runtime.os': 'windows' }],
  },
  {
    id: 'os-all-but-one',
    of: 'PyPI clip-share 0.4.0',
    title: 'Clipboard is offered to the whole network',
    details:
      'clip-share listens on all addresses, although its manual speaks of the loopback address. Windows users are safe because the system asks before a program may listen; everywhere else the clipboard is open to the network.',
    needs: [],
    is: 'relevant',
    because: 'Windows is the exception here, not the condition.',
  },
  {
    id: 'os-client-of-another-system',
    of: 'Go example.org/sync/server v3.1.4',
    title: 'Server passes on names that harm its clients',
    details:
      'The server accepts file names that Windows clients cannot hold and passes them on. A server on any system passes them on; what breaks is the client.',
    needs: [['os', 'windows', 'file names that Windows clients cannot hold', 'helps']],
    is: 'relevant',
    because: 'Windows is the system of the clients, and the server has to be fixed.',
  },
]);
