/** Services of which the field that the advisory depends on is not known or not confirmed. Nothing may be dismissed. */
import { listedInPart, NOT_KNOWN, stated, suggested } from '../profile-parts.ts';
import { itemsOf, notUsed } from '../written-item.ts';

export const incompleteItems = itemsOf('incomplete', [
  {
    id: 'incomplete-arch-alone',
    of: 'npm serve-bush 4.1.0',
    title: 'Reserved names are served as files',
    details:
      'A request for a reserved device name waits for input that never comes. Only installations on Windows are affected, because no other system gives these names a meaning.',
    needs: [['os', 'windows', 'Only installations on Windows are affected']],
    is: 'relevant',
    because: 'The processor is known, and the system is not.',
    onlyKnown: { 'runtime.arch': ['amd64'] },
  },
  {
    id: 'incomplete-input-in-part',
    of: 'Maven org.example:feed-reader 2.1.0',
    title: 'Entities of a feed are resolved',
    details:
      'External entities of a feed are resolved and files of the server can be read. An attacker must be able to have an XML document of their own parsed.',
    needs: [['input_kind', 'xml', 'must be able to have an XML document of their own parsed']],
    is: 'relevant',
    because: 'The list of inputs is not complete.',
    onlyKnown: { 'input.acceptsUntrusted': listedInPart(['http-body']), 'runtime.os': 'linux' },
  },
  {
    id: 'incomplete-other-feature',
    of: 'npm tiny-wall 2.6.0',
    title: 'Frames are joined at the wall',
    details:
      'Parts of a message are joined until memory is used up. The flaw needs the WebSocket server of tiny-wall, which listens only after attachSocket was called.',
    needs: [['feature', 'WebSocket server', 'The flaw needs the WebSocket server of tiny-wall']],
    is: 'relevant',
    because: 'Another feature is not used.',
    onlyKnown: {
      'usage.featuresNotUsed': notUsed('npm', 'tiny-wall', ['long polling']),
      'exposure.reach': 'internal',
    },
  },
  {
    id: 'incomplete-half-of-the-fields',
    of: 'PyPI static-drawer 2.3.1',
    title: 'Backslashes leave the drawer',
    details:
      'Names with backslashes are looked up outside of the drawer. Windows alone splits names there, so only Windows servers are concerned.',
    needs: [['os', 'windows', 'so only Windows servers are concerned']],
    is: 'relevant',
    because: 'Many fields are known, and the system is not.',
    onlyKnown: {
      'runtime.arch': ['amd64'],
      'exposure.reach': 'internet',
      'ops.environment': 'prod',
      'privilege.runsAsRoot': 'no',
      'network.egress': 'open',
    },
  },
  {
    id: 'incomplete-all-stated',
    of: 'Go example.org/upload/chest v1.8.2',
    title: 'Streams get around the list of the chest',
    details:
      'A colon in the name of an upload hides its ending. Such names have a meaning on disks of NTFS. They exist on Windows servers only.',
    needs: [['os', 'windows', 'They exist on Windows servers only']],
    is: 'relevant',
    because: 'Everything was written down, and nobody confirmed any of it.',
    onlyKnown: {
      'runtime.os': stated('linux'),
      'runtime.arch': stated(['amd64']),
      'exposure.reach': stated('internal'),
      'input.acceptsUntrusted': stated(['none']),
      'privilege.localUsers': stated('no'),
    },
  },
  {
    id: 'incomplete-all-suggested',
    of: 'RubyGems run-them 1.7.5',
    title: 'Arguments of batch files are split',
    details:
      'Starting a batch file with arguments from a request lets the caller add commands. Batch files can be started on Windows and nowhere else.',
    needs: [['os', 'windows', 'Batch files can be started on Windows and nowhere else']],
    is: 'relevant',
    because: 'Everything is a suggestion of a model.',
    onlyKnown: { 'runtime.os': suggested('linux'), 'runtime.arch': suggested(['arm64']) },
    cwes: ['CWE-78'],
  },
  {
    id: 'incomplete-nothing',
    of: 'Debian libpalette1 2.0.3-1',
    title: 'Palette of an image overruns a buffer',
    details:
      'Colors of an image are copied without a look at their number. Programs are at risk when they open images that somebody else has made.',
    needs: [['input_kind', 'image', 'when they open images that somebody else has made']],
    is: 'relevant',
    because: 'Nothing at all is known.',
    onlyKnown: {},
  },
  {
    id: 'incomplete-second-profile-empty',
    of: 'NuGet Example.Paper.Fold 11.0.4',
    title: 'Script in a form is carried along',
    details:
      'When a form is flattened, scripts of its fields are carried along. Only calls of FlattenForm reach the faulty code; printing and signing do not.',
    needs: [['feature', 'FlattenForm', 'Only calls of FlattenForm reach the faulty code']],
    is: 'relevant',
    because: 'The other environment says nothing about the feature.',
    unused: ['FlattenForm'],
    alsoIn: [{ 'usage.featuresNotUsed': NOT_KNOWN }],
  },
  {
    id: 'incomplete-unknown-values',
    of: 'crates.io tape-writer 0.4.38',
    title: 'Sparse entries are written twice',
    details:
      'The size of a sparse entry is counted twice. To make use of it, an attacker hands the program a tar archive, which is unpacked.',
    needs: [['input_kind', 'archive', 'an attacker hands the program a tar archive']],
    is: 'relevant',
    because: 'The fields are there, and their values are unknown.',
    profile: { 'input.acceptsUntrusted': NOT_KNOWN, 'runtime.os': NOT_KNOWN, 'runtime.arch': NOT_KNOWN },
  },
  {
    id: 'incomplete-language-without-version',
    of: 'Packagist example/token-look 2.1.0',
    title: 'Tokens that look like numbers are equal',
    details:
      'Tokens are compared loosely. PHP versions before 8.0 take two strings for numbers when both look like one; newer ones do not.',
    needs: [['language_version', '<8.0', 'PHP versions before 8.0 take two strings for numbers']],
    is: 'relevant',
    because: 'Which version of PHP runs is not known.',
    profile: { 'runtime.languages': [{ name: 'php' }] },
  },
  {
    id: 'incomplete-arch-unknown',
    of: 'Go example.org/codec/pages v1.2.3',
    title: 'Length of a page overflows',
    details:
      'The length of a page is multiplied before it is checked. On 386 the product overflows and a short buffer is allocated; other processors are not concerned.',
    needs: [['arch', '386', 'On 386 the product overflows']],
    is: 'relevant',
    because: 'The processor is not known.',
    profile: { 'runtime.arch': NOT_KNOWN },
  },
  {
    id: 'incomplete-local-users-unknown',
    of: 'Debian tidy-var 2.1-4',
    title: 'Cleaner follows links in var',
    details:
      'A local user can exchange a folder for a link while the cleaner is at work. An account on the machine is needed, and remote users have no way in.',
    needs: [['local_user', null, 'An account on the machine is needed']],
    is: 'relevant',
    because: 'Whether there are local users is not known: not even lower.',
    profile: { 'privilege.localUsers': NOT_KNOWN },
  },
]);
