/** Vulnerabilities that require a certain kind of untrusted input. */
import { listedInPart, NOT_KNOWN, stated } from '../profile-parts.ts';
import { itemsOf } from '../written-item.ts';

export const inputItems = itemsOf('core', [
  {
    id: 'input-xml-entities',
    of: 'Maven org.example:feed-parser 2.1.0',
    title: 'External entities are resolved',
    details:
      'External entities of a document are resolved, and files of the server can be read through them. An attacker must be able to have an XML document of their own parsed.',
    needs: [['input_kind', 'xml', 'An attacker must be able to have an XML document of their own parsed']],
    is: 'code_not_reachable',
    because: 'The service takes no XML from strangers, and the list of what it takes is complete.',
    cwes: ['CWE-611'],
  },
  {
    id: 'input-yaml-tags',
    of: 'PyPI settle-yaml 5.3.0',
    title: 'Tags of a document construct any object',
    details:
      'The full loader constructs any object that a tag names. Exploitation requires that untrusted YAML is loaded; files that come with the program are no danger.',
    needs: [['input_kind', 'yaml', 'Exploitation requires that untrusted YAML is loaded']],
    is: 'relevant',
    because: 'The weakness is about the input itself, so no kind of input is accepted as a precondition.',
    cwes: ['CWE-502'],
    score: 8.8,
  },
  {
    id: 'input-zip-links',
    of: 'npm unpack-all 3.0.4',
    title: 'Links in an archive lead out of the folder',
    details:
      'Links inside of an archive are created before the files behind them, so files land anywhere. The attack works through a crafted archive that the application unpacks.',
    needs: [['input_kind', 'archive', 'The attack works through a crafted archive that the application unpacks']],
    is: 'relevant',
    because: 'The weakness is about the input itself, so no kind of input is accepted as a precondition.',
    cwes: ['CWE-22', 'CWE-59'],
  },
  {
    id: 'input-image-palette',
    of: 'Debian libpalette2 2.0.3-1',
    title: 'Palette of an image overruns its buffer',
    details:
      'An image whose palette is larger than its header says overruns a buffer. Programs are at risk when they open images that somebody else has made.',
    needs: [['input_kind', 'image', 'when they open images that somebody else has made']],
    is: 'code_not_reachable',
    because: 'No images are taken from strangers.',
    cwes: ['CWE-787'],
    score: 7.8,
  },
  {
    id: 'input-template-source',
    of: 'npm curly-page 4.7.6',
    title: 'Template reaches the constructor of its helpers',
    details:
      'A template can reach the constructor of its helpers and run code with it. Attackers need to supply the source of a template; values that are filled into one are escaped.',
    needs: [['input_kind', 'template', 'Attackers need to supply the source of a template']],
    is: 'relevant',
    because: 'The weakness is about the input itself, so no kind of input is accepted as a precondition.',
    cwes: ['CWE-94'],
    score: 8.8,
  },
  {
    id: 'input-mail-header',
    of: 'PyPI letter-box 1.2.9',
    title: 'Header of a mail takes minutes to decode',
    details:
      'A header with nested encoded words takes minutes to decode. The sender of a mail controls that header, so programs which process incoming mail are affected, and no others.',
    needs: [['input_kind', 'email', 'programs which process incoming mail are affected, and no others']],
    is: 'code_not_reachable',
    because: 'The service takes no mail.',
    cwes: ['CWE-400'],
  },
  {
    id: 'input-svg-as-image',
    of: 'RubyGems thumb-maker 0.9.2',
    title: 'Picture reads other files while it is drawn',
    details:
      'A vector picture may refer to files, which are then drawn into the thumbnail. For an attack, a picture that was chosen by the attacker has to be turned into a thumbnail.',
    needs: [['input_kind', 'image', 'a picture that was chosen by the attacker has to be turned into a thumbnail']],
    is: 'code_not_reachable',
    because: 'No pictures are taken from strangers.',
  },
  {
    id: 'input-upload-name',
    of: 'Packagist example/upload-bin 2.0.0',
    title: 'Ending of an uploaded file is trusted',
    details:
      'The ending of an uploaded file decides where it is stored, and some of these places are served as programs. Sites without file uploads by visitors cannot be attacked.',
    needs: [['input_kind', 'file-upload', 'Sites without file uploads by visitors cannot be attacked']],
    is: 'relevant',
    because: 'The weakness is that files can be uploaded, so an upload is no precondition of it.',
    cwes: ['CWE-434'],
    score: 8.8,
  },
  {
    id: 'input-batch-job-none',
    of: 'Go example.org/http/lines v0.4.4',
    title: 'Chunk lengths are read without a limit',
    details:
      'The length of a chunk is read without a limit, and one request can fill the memory. Requests have to come from somebody who wants harm: a server whose HTTP bodies are all its own is not at risk.',
    needs: [['input_kind', 'http-body', 'a server whose HTTP bodies are all its own is not at risk']],
    is: 'relevant',
    because: 'Bodies of requests are in every advisory about a server, so they are no kind of input.',
    profile: { 'input.acceptsUntrusted': ['none'], 'exposure.reach': 'none' },
    cwes: ['CWE-400'],
  },
  {
    id: 'input-sql-text',
    of: 'Maven org.example:query-plan 8.0.30',
    title: 'Comment in a statement ends the plan cache',
    details:
      'A comment of a special form makes the planner write past its cache. Whoever may send SQL text of their own can do this; parameters of prepared statements cannot.',
    needs: [['input_kind', 'sql', 'Whoever may send SQL text of their own can do this']],
    is: 'relevant',
    because: 'SQL is the name of a weakness and no kind of input.',
  },
  {
    id: 'input-office-archive',
    of: 'NuGet Example.Office.Open 5.5.1',
    title: 'Small document unfolds to many gigabytes',
    details:
      'Documents are archives, and the library unfolds all of their parts into memory. Only archives from people who mean harm are made like this, so a service which takes no archives from outside is safe.',
    needs: [['input_kind', 'archive', 'a service which takes no archives from outside is safe']],
    is: 'code_not_reachable',
    because: 'No archives are taken from strangers.',
    cwes: ['CWE-409'],
  },
  {
    id: 'input-tarball-rust',
    of: 'crates.io tape-reader 0.4.38',
    title: 'Sparse entries are counted twice',
    details:
      'The size of a sparse entry is counted twice, and the reader then takes data of the file for headers. To make use of it, an attacker hands the program a tar archive.',
    needs: [['input_kind', 'archive', 'To make use of it, an attacker hands the program a tar archive']],
    is: 'code_not_reachable',
    because: 'No archives are taken from strangers.',
  },
  {
    id: 'input-xml-accepted',
    of: 'Maven org.example:soap-dish 1.6.0',
    title: 'Attributes are expanded without an end',
    details:
      'Defaults of attributes are expanded again and again. A crafted XML message of a few bytes is enough, and it is read before anybody is asked for a password.',
    needs: [['input_kind', 'xml', 'A crafted XML message of a few bytes is enough']],
    is: 'relevant',
    because: 'The service takes XML.',
    profile: { 'input.acceptsUntrusted': ['http-body', 'xml'] },
  },
  {
    id: 'input-http-body-json',
    of: 'npm body-reader 1.20.1',
    title: 'Deep bodies exhaust the stack',
    details:
      'A body that is nested thousands of levels deep ends the process. Any server that reads HTTP bodies from the network with this package is affected.',
    needs: [['input_kind', 'http-body', 'Any server that reads HTTP bodies from the network']],
    is: 'relevant',
    because: 'The service reads bodies.',
  },
  {
    id: 'input-list-in-part',
    of: 'PyPI settle-toml-yaml 5.3.0',
    title: 'Anchors of a document multiply',
    details:
      'Anchors that refer to each other multiply until memory is used up. Untrusted YAML is needed for an attack, as every known document of this kind is YAML.',
    needs: [['input_kind', 'yaml', 'Untrusted YAML is needed for an attack']],
    is: 'relevant',
    because: 'The list of what is taken is not complete: YAML may be missing from it.',
    profile: { 'input.acceptsUntrusted': listedInPart(['http-body']) },
  },
  {
    id: 'input-list-stated-only',
    of: 'Debian libscan7 7.1-3',
    title: 'Scan lines of an image are not counted',
    details:
      'An image with more scan lines than it says writes past its buffer. The victim has to open an image that came from the attacker.',
    needs: [['input_kind', 'image', 'has to open an image that came from the attacker']],
    is: 'relevant',
    because: 'Nobody confirmed the list.',
    profile: { 'input.acceptsUntrusted': stated(['http-body']) },
    score: 7.8,
  },
  {
    id: 'input-unknown',
    of: 'npm zip-list 1.0.0',
    title: 'Directory of an archive is read twice',
    details:
      'The directory of an archive is read twice and may differ, so a check can be passed. The attacker provides the archive that is looked through.',
    needs: [['input_kind', 'archive', 'The attacker provides the archive that is looked through']],
    is: 'relevant',
    because: 'What the service takes is not known.',
    profile: { 'input.acceptsUntrusted': NOT_KNOWN },
  },
  {
    id: 'input-second-profile-takes-it',
    of: 'RubyGems markup-mill 2.0.0',
    title: 'Processing instruction runs a command',
    details:
      'A processing instruction may name a command, which is started. It takes an XML document from an attacker; documents of the application are harmless.',
    needs: [['input_kind', 'xml', 'It takes an XML document from an attacker']],
    is: 'relevant',
    because: 'The second environment takes XML.',
    alsoIn: [{ 'input.acceptsUntrusted': ['http-body', 'xml'] }],
  },
  {
    id: 'input-no-limit-in-text',
    of: 'Go example.org/parse/numbers v1.1.1',
    title: 'Long numbers take quadratic time',
    details:
      'Numbers with very many digits take a time that grows with the square of their length. They may stand in any text that the program turns into numbers, wherever it comes from.',
    needs: [],
    is: 'relevant',
    because: 'The text names no kind of input, and bodies hold numbers.',
    cwes: ['CWE-407'],
  },
]);
