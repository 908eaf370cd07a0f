/** OS packages and images, whose advisories cover much more than one service uses. */
import { fromSbom } from '../profile-parts.ts';
import { STARTS_NOTHING } from '../runtime-documents.ts';
import { itemsOf } from '../written-item.ts';

export const distributionItems = itemsOf('core', [
  {
    id: 'distro-tar-setuid',
    of: 'Debian tape-tar 1.34-1',
    title: 'Bits of an entry survive a cut',
    details:
      'When an archive ends early, the bits of the last entry are kept although its owner was not set. Users are affected if they unpack archives from sources that they do not trust.',
    needs: [['input_kind', 'archive', 'if they unpack archives from sources that they do not trust']],
    is: 'code_not_reachable',
    because: 'No archives are taken from strangers.',
  },
  {
    id: 'distro-xslt-extension',
    of: 'Alpine libstylist 1.1.37-r2',
    title: 'Type of a node is mistaken',
    details:
      'A stylesheet can make the processor take an attribute for an element, after which memory is used that was freed. The attacker controls an XML document that is transformed, which is the condition for all known attacks.',
    needs: [
      [
        'input_kind',
        'xml',
        'The attacker controls an XML document that is transformed, which is the condition for all known attacks',
      ],
    ],
    is: 'code_not_reachable',
    because: 'No XML is taken from strangers.',
    cwes: ['CWE-843'],
  },
  {
    id: 'distro-webp-huffman',
    of: 'Ubuntu libweave7 1.2.4-0ubuntu1',
    title: 'Table of codes is too small',
    details:
      'The second table of codes is allocated too small for some lossless images. A crafted image has to be decoded by the program in order to write past the table.',
    needs: [['input_kind', 'image', 'A crafted image has to be decoded by the program']],
    is: 'code_not_reachable',
    because: 'No images are taken from strangers.',
    score: 8.8,
  },
  {
    id: 'distro-webp-thumbnails',
    of: 'Ubuntu libweave6 1.2.4-0ubuntu1',
    title: 'First table of codes is too small',
    details:
      'The first table of codes is allocated too small for some lossless images. A crafted image has to be decoded by the program in order to write past the table.',
    needs: [['input_kind', 'image', 'A crafted image has to be decoded by the program']],
    is: 'relevant',
    because: 'The service makes thumbnails of what people send.',
    profile: { 'input.acceptsUntrusted': ['http-body', 'file-upload', 'image'] },
    score: 8.8,
  },
  {
    id: 'distro-resolver-overflow',
    of: 'Debian libc-lite6 2.36-9',
    title: 'Long host name overruns the resolver',
    details:
      'A host name of more than a thousand characters overruns a buffer of the resolver. Any program that looks up a name which somebody else has chosen is affected.',
    is: 'relevant',
    because: 'Nothing is known about the names that are looked up.',
  },
  {
    id: 'distro-shell-functions',
    of: 'Red Hat shell-old 4.2-1.el7',
    title: 'Functions in the environment are run',
    details:
      'Text behind a function in the environment is run when the shell starts. An attacker needs a way to have the shell executed with a variable of their choice.',
    needs: [['command', null, 'An attacker needs a way to have the shell executed']],
    is: 'protected_at_runtime',
    because: 'The service can start no shell.',
    runtime: [STARTS_NOTHING],
    cwes: ['CWE-78'],
    score: 8.6,
  },
  {
    id: 'distro-sudo-edit',
    of: 'Ubuntu do-as 1.9.13-1ubuntu2',
    title: 'Editor may be given a second file',
    details:
      'A user who may edit one file as root can name a second one in the variable for the editor. A local account with a rule of its own is required.',
    needs: [['local_user', null, 'A local account with a rule of its own is required']],
    is: 'relevant',
    because: 'Local access lowers and never dismisses.',
    score: 7.8,
  },
  {
    id: 'distro-windows-port',
    of: 'Debian libwire5 5.1.0-3',
    title: 'Pipe is created with open rights',
    details:
      'The library creates a named pipe with open rights when it is built for Windows. Packages of distributions carry the file with the code for Windows but never compile it.',
    needs: [['os', 'windows', 'when it is built for Windows']],
    is: 'requires_environment',
    because: 'The code is not compiled for the system of the service.',
    profile: { 'runtime.os': fromSbom('linux') },
  },
  {
    id: 'distro-grub-like',
    of: 'Debian boot-menu 2.06-13',
    title: 'Font of the menu overruns a buffer',
    details:
      'A font with wide glyphs overruns a buffer of the boot menu before the system is started. The attacker must have physical access, or root, to exchange the font.',
    needs: [['privilege', 'root', 'The attacker must have physical access, or root', 'helps']],
    is: 'relevant',
    because: 'Root is one of two ways.',
  },
  {
    id: 'distro-perl-installer',
    of: 'Alpine pearl-lang 5.36.0-r2',
    title: 'Installer of modules does not check certificates',
    details:
      'The installer of modules fetches packages without looking at certificates. Who does not use the module installer of the language is not affected.',
    needs: [['feature', 'module installer', 'Who does not use the module installer of the language is not affected']],
    is: 'code_not_reachable',
    because: 'The module installer is confirmed as not used.',
    unused: ['module installer'],
    cwes: ['CWE-295'],
  },
  {
    id: 'distro-ssh-forward',
    of: 'Red Hat shell-door 8.7-34.el9',
    title: 'Forwarded display accepts any cookie',
    details:
      'A forwarded display accepts any cookie for twenty minutes. It concerns servers on which X11Forwarding is set to yes, which is not the default.',
    needs: [['configuration', 'X11Forwarding', 'It concerns servers on which X11Forwarding is set to yes']],
    is: 'requires_configuration',
    because: 'X11Forwarding is confirmed as not used.',
    unused: ['X11Forwarding'],
  },
  {
    id: 'distro-database-extension',
    of: 'Ubuntu tuple-store-14 14.9-0ubuntu0',
    title: 'Extension trusts the search path',
    details:
      'Scripts of extensions may call functions that a user has placed in the search path. Anyone who is allowed to send SQL statements can set this trap.',
    needs: [['input_kind', 'sql', 'Anyone who is allowed to send SQL statements can set this trap']],
    is: 'relevant',
    because: 'SQL is the name of a weakness and no kind of input.',
    score: 8.8,
  },
]);
