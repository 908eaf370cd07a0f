/** Traps for a hasty reader: the text contains the keywords, but they do not mean that the service is safe. */
import { fromSbom, imported, listedInPart, stated, suggested } from '../profile-parts.ts';
import { ONLY_COMPLAINS, STARTS_NOTHING } from '../runtime-documents.ts';
import { itemsOf, notUsed } from '../written-item.ts';

export const trapItems = itemsOf('traps', [
  {
    id: 'trap-used-by-another-library',
    of: 'npm yaml-anchor 1.10.0',
    title: 'Merge keys change all objects',
    details:
      'Merge keys named __proto__ change all objects. The flaw needs merge keys, and many frameworks switch merge keys on for the configuration that they read from requests, whether or not the application does.',
    needs: [['feature', 'merge keys', 'The flaw needs merge keys', 'helps']],
    is: 'relevant',
    because: 'The service does not use merge keys itself; the framework on top may do so.',
    unused: ['merge-keys (own code only)'],
    profile: { 'input.acceptsUntrusted': ['http-body', 'yaml'] },
  },
  {
    id: 'trap-used-by-the-framework',
    of: 'Maven org.example:expression-kit 5.2.0',
    title: 'Expressions reach any class',
    details:
      'Expressions can reach any class of the program. Applications need not call the expression parser: the router evaluates expressions of its own accord when it reads a header.',
    needs: [['feature', 'expression parser', 'Applications need not call the expression parser', 'helps']],
    is: 'relevant',
    because: 'That the application does not call it is beside the point, and the text says so.',
    unused: ['expression parser'],
  },
  {
    id: 'trap-one-of-two-cves-windows',
    of: 'PyPI path-kit 3.1.0',
    title: 'Two ways out of a folder',
    details:
      'CVE-2099-900001 lets drive letters leave the folder and is limited to Windows. CVE-2099-900002 lets links leave the folder on every platform. Both are fixed in 3.1.1.',
    needs: [['os', 'windows', 'is limited to Windows', 'helps']],
    is: 'relevant',
    because: 'Only the first of the two is limited to Windows.',
  },
  {
    id: 'trap-second-record-names-linux',
    of: 'Go example.org/files/walk v1.4.0',
    title: 'Walk leaves the folder on Windows',
    details:
      'A walk through a folder follows junctions and leaves it. This was reported for Windows only, where junctions may be created by anybody.',
    also: {
      title: 'Walk leaves its folder',
      details:
        'The first report spoke of junctions. Symbolic links on Linux have the same effect, which was found while the correction was reviewed.',
    },
    needs: [['os', 'windows', 'This was reported for Windows only']],
    is: 'relevant',
    because: 'Another record of the same vulnerability names Linux.',
  },
  {
    id: 'trap-not-only-windows',
    of: 'npm path-join-safe 2.0.0',
    title: 'Joined paths leave the folder',
    details:
      'Joined paths can leave the folder. Contrary to an earlier version of this text the flaw is not only present on Windows; all platforms need the update.',
    needs: [],
    is: 'relevant',
    because: 'The sentence denies the limit.',
  },
  {
    id: 'trap-windows-paths-any-host',
    of: 'PyPI zip-walk 1.2.0',
    title: 'Archive with paths of Windows is unpacked elsewhere',
    details:
      'Entries that were stored with Windows paths are unpacked outside of the folder. Only archives made on Windows trigger the flaw; the machine that unpacks may run anything.',
    needs: [['os', 'windows', 'Only archives made on Windows trigger the flaw', 'helps']],
    is: 'relevant',
    because: 'Windows is where the archive was made, not where it is opened.',
    profile: { 'input.acceptsUntrusted': ['http-body', 'archive'] },
  },
  {
    id: 'trap-fixed-on-windows-only',
    of: 'NuGet Example.Io.Links 2.2.0',
    title: 'Links are followed while files are deleted',
    details:
      'Links are followed while files are deleted. The first correction in 2.1 was effective on Windows only, so other platforms remain exposed until 2.3.',
    needs: [['os', 'windows', 'was effective on Windows only', 'helps']],
    is: 'relevant',
    because: 'It is the correction that was limited to Windows.',
  },
  {
    id: 'trap-half-sentence-linux',
    of: 'crates.io pipe-share 0.3.0',
    title: 'Pipe can be opened by others',
    details:
      'On Windows the pipe can be opened by any account, and on Linux the same is true of the socket that takes its place.',
    needs: [['os', 'windows', 'On Windows the pipe can be opened by any account', 'helps']],
    is: 'relevant',
    because: 'The other half of the sentence names Linux.',
  },
  {
    id: 'trap-half-sentence-posix',
    of: 'RubyGems temp-files 0.9.0',
    title: 'Names of temporary files can be guessed',
    details:
      'Names of temporary files can be guessed on Windows machines, as well as on any POSIX host whose clock is known.',
    needs: [['os', 'windows', 'can be guessed on Windows machines', 'helps']],
    is: 'relevant',
    because: 'POSIX hosts are the other half of the sentence.',
  },
  {
    id: 'trap-half-sentence-unless',
    of: 'Maven org.example:grid-cache 5.3.1',
    title: 'Cache believes whoever calls',
    details:
      'A single node is not affected unless its discovery port is open, which it is by default. Nodes in cluster mode are affected in any case.',
    needs: [['feature', 'cluster mode', 'Nodes in cluster mode are affected in any case', 'helps']],
    is: 'relevant',
    because: 'A single node is affected by default.',
    unused: ['cluster mode'],
  },
  {
    id: 'trap-negated-need',
    of: 'PyPI tree-of-html 4.9.1',
    title: 'Parser reads local files',
    details:
      'The parser can be made to read local files. XInclude does not have to be enabled for this, and turning XInclude off is no remedy.',
    needs: [['feature', 'XInclude', 'XInclude does not have to be enabled for this', 'helps']],
    is: 'relevant',
    because: 'The sentence says that it is not needed.',
    unused: ['XInclude'],
  },
  {
    id: 'trap-config-not-required',
    of: 'npm walk-by 4.17.0',
    title: 'Address of the caller can be forged',
    details:
      'The address of the caller can be forged. Earlier notes claimed that trustProxy must be set; this is wrong, the flaw works without trustProxy too.',
    needs: [['configuration', 'trustProxy', 'Earlier notes claimed that trustProxy must be set', 'helps']],
    is: 'relevant',
    because: 'The claim is quoted in order to be denied.',
    unused: ['trustProxy'],
  },
  {
    id: 'trap-os-unconfirmed',
    of: 'PyPI static-rack 2.3.1',
    title: 'Backslashes leave the rack',
    details:
      'Backslashes in a path leave the folder that is served. Only Windows takes a backslash for a separator, so only Windows servers are concerned.',
    needs: [['os', 'windows', 'so only Windows servers are concerned']],
    is: 'relevant',
    because: 'That the service runs on Linux was written down and confirmed by nobody.',
    profile: { 'runtime.os': stated('linux') },
  },
  {
    id: 'trap-os-suggested',
    of: 'PyPI static-case 2.3.1',
    title: 'Backslashes leave the case',
    details:
      'Backslashes in a path leave the folder that is served. Only Windows takes a backslash for a separator, and servers elsewhere need no change.',
    needs: [['os', 'windows', 'Only Windows takes a backslash for a separator']],
    is: 'relevant',
    because: 'The system was suggested by a model.',
    profile: { 'runtime.os': suggested('linux') },
  },
  {
    id: 'trap-os-imported',
    of: 'Go example.org/upload/store v1.8.2',
    title: 'Streams get around the list of endings',
    details:
      'Alternate data streams get around the list of endings. They exist on Windows servers only, where a name may hold a colon.',
    needs: [['os', 'windows', 'They exist on Windows servers only']],
    is: 'relevant',
    because: 'An imported document is no fact about the deployment until somebody confirms it.',
    profile: { 'runtime.os': imported('linux') },
  },
  {
    id: 'trap-arch-in-part',
    of: 'crates.io lock-free-list 0.5.2',
    title: 'Reader sees half of a node',
    details:
      'A missing barrier lets a reader see a node before all of it was written. The order of writes that this needs can occur on arm64 only.',
    needs: [['arch', 'arm64', 'can occur on arm64 only']],
    is: 'relevant',
    because: 'The list of processors is not complete.',
    profile: { 'runtime.arch': listedInPart(['amd64']) },
  },
  {
    id: 'trap-languages-in-part',
    of: 'npm link-watch 1.0.6',
    title: 'Host is taken from the user name',
    details:
      'link-watch takes the user name of an address for its host on Node.js before 10. Newer lines have a parser that does not.',
    needs: [['language_version', '<10', 'takes the user name of an address for its host on Node.js before 10']],
    is: 'relevant',
    because: 'Another runtime may stand beside the one that is listed.',
    profile: { 'runtime.languages': listedInPart([{ name: 'node', version: '22.11.0' }]) },
  },
  {
    id: 'trap-two-runtimes',
    of: 'Maven org.example:bean-post 4.4.1',
    title: 'Objects are read without a filter at the post',
    details:
      'bean-post reads objects without a filter. It can be used with Java versions before 17 only, since later ones refuse the classes.',
    needs: [['language_version', '<17', 'It can be used with Java versions before 17 only']],
    is: 'relevant',
    because: 'The image holds Java 21 and Java 8.',
    profile: {
      'runtime.languages': [
        { name: 'java', version: '21.0.5' },
        { name: 'java', version: '1.8.0_345' },
      ],
    },
  },
  {
    id: 'trap-feature-used-and-not-used',
    of: 'npm tiny-door 2.6.0',
    title: 'Frames are joined without an end at the door',
    details:
      'Fragments of a message are joined until memory is used up. The flaw needs the WebSocket server, which listens after attachSocket was called.',
    needs: [['feature', 'WebSocket server', 'The flaw needs the WebSocket server']],
    is: 'relevant',
    because: 'The profile says both: that it is used and that it is not.',
    unused: ['WebSocket server'],
    profile: { 'usage.featuresUsed': notUsed('npm', 'tiny-door', ['WebSocket server']) },
  },
  {
    id: 'trap-notes-say-so',
    of: 'PyPI sheet-writer 1.9.0',
    title: 'Formula runs while a sheet is written',
    details:
      'Formulas run while a sheet is written. Only the workbook writer evaluates them; programs without the workbook writer are not exposed.',
    needs: [['feature', 'workbook writer', 'programs without the workbook writer are not exposed']],
    is: 'relevant',
    because: 'Notes are for people and never evidence.',
    profile: { 'text.notes': 'We have never used the workbook writer, and everybody here knows it.' },
  },
  {
    id: 'trap-waf-in-front',
    of: 'npm query-string-kit 6.5.2',
    title: 'Keys of a query change all objects',
    details:
      'Keys of a query named __proto__ change all objects. A filter in front of the application may block such keys and is a workaround until the update.',
    needs: [['input_kind', 'http-body', 'Keys of a query named __proto__ change all objects', 'helps']],
    is: 'relevant',
    because: 'A control at the perimeter never dismisses.',
    profile: { 'controls.waf': { scope: 'all routes', verifiedAt: '2026-10-01' } },
  },
  {
    id: 'trap-complaining-profile',
    of: 'PyPI reach-probe 0.3.2',
    title: 'Host name reaches a shell in the probe',
    details:
      'The probe calls ping through a shell and puts the host name into the line. Whoever chooses the name has commands executed by that shell.',
    needs: [['command', null, 'has commands executed by that shell']],
    is: 'relevant',
    because: 'AppArmor only writes a log in this mode.',
    runtime: [ONLY_COMPLAINS],
    cwes: ['CWE-78'],
  },
  {
    id: 'trap-exec-and-file',
    of: 'RubyGems convert-it 4.11.0',
    title: 'Option of the converter reads and writes files',
    details:
      'An option of the converter, which is built into the library, writes files of the server. An injected option can also start a program, though files are harm enough.',
    needs: [['command', null, 'An injected option can also start a program', 'helps']],
    is: 'relevant',
    because: 'Files can be written without starting anything.',
    runtime: [STARTS_NOTHING],
    cwes: ['CWE-88', 'CWE-73'],
  },
  {
    id: 'trap-internal-service',
    of: 'Go example.org/ledger/sync v1.5.0',
    title: 'Peers are believed without a signature',
    details:
      'Peers are believed without a signature. The vendor notes that ledgers are usually run inside of a private network.',
    needs: [['local_user', null, 'ledgers are usually run inside of a private network', 'helps']],
    is: 'relevant',
    because: 'A private network is usual, not needed, and no reason for a dismissal.',
    profile: { 'exposure.reach': 'internal' },
  },
  {
    id: 'trap-version-of-the-package',
    of: 'npm node-shim 8.0.0',
    title: 'Shim hands out its buffer',
    details:
      'Buffers of the shim are handed out before they are cleared. Versions before 9 of node-shim are affected, on all lines of the runtime.',
    needs: [['language_version', '<9', 'Versions before 9 of node-shim are affected', 'helps']],
    is: 'relevant',
    because: 'The number is one of the package, not of Node.js.',
  },
  {
    id: 'trap-linux-subsystem',
    of: 'NuGet Example.Terminal.Host 1.1.0',
    title: 'Escape sequences run a command',
    details:
      'Escape sequences in a title run a command. Only Windows Terminal honors the sequence, which also shows sessions of machines that run something else.',
    needs: [['os', 'windows', 'Only Windows Terminal honors the sequence', 'helps']],
    is: 'relevant',
    because: 'Windows is what the viewer sits at; the text comes from this service.',
    profile: { 'runtime.os': fromSbom('linux') },
  },
]);
