/** Finds the words of a sentence that name a condition: kinds of input, programs that are started, accounts, networks. */
import { DEPLOYMENTS, INPUT_KINDS } from '../assessment.ts';
import { MEANS } from '../text/sentence-meaning.ts';
import { hasAny, listWords, positionsOf, type SentenceWords } from './sentence-words.ts';

const LOCAL = new Set(['local', 'locally', 'physical', 'physically', 'console']);
/** Local only in combination with a word for a machine: an account of the shop is not one on the machine. */
const NEAR = new Set(['same', 'account', 'accounts', 'login', 'shell']);
const MACHINE = ['host', 'machine', 'system', 'computer', 'device'];
const LOGIN = new Set(
  listWords(`
  authenticated authentication authenticate login logged log-in logs signed account accounts credentials
  credential password token tokens session role roles admin administrator administrators permission permissions
  privilege privileges authorized
`),
);
const ROOT = new Set(['root', 'superuser', 'uid0', 'suid', 'setuid']);

export function findLocalAccess(words: SentenceWords): readonly number[] {
  return [...positionsOf(words, LOCAL), ...(hasAny(words, MACHINE) ? positionsOf(words, NEAR) : [])];
}
export const findLogin = (words: SentenceWords): readonly number[] => positionsOf(words, LOGIN);
export const findRoot = (words: SentenceWords): readonly number[] => positionsOf(words, ROOT);

const NEIGHBOR = new Set(['adjacent', 'lan', 'neighbor', 'neighboring', 'man-in-the-middle', 'mitm']);
const NETWORK = new Set(['network', 'networks', 'segment', 'subnet']);
const SAME = ['same', 'local', 'internal', 'adjacent'];

/** An attacker in the same network. */
export function findNetworkPosition(words: SentenceWords): readonly number[] {
  return [...positionsOf(words, NEIGHBOR), ...(hasAny(words, SAME) ? positionsOf(words, NETWORK) : [])];
}

const OPEN = ['exposed', 'expose', 'exposes', 'reachable', 'reach', 'accessible', 'access', 'listens', 'listening'];
const INTERNET = new Set(['internet', 'public', 'publicly']);

/** A service that can be reached, over any network or from the internet. */
export function findReach(from: string, words: SentenceWords): readonly number[] {
  return hasAny(words, OPEN) ? positionsOf(words, from === 'internet' ? INTERNET : NETWORK) : [];
}

const EGRESS = new Set(['outbound', 'outgoing', 'egress', 'exfiltrate', 'exfiltrated', 'exfiltration', 'dns']);
const FETCH = new Set(['fetch', 'fetches', 'fetched', 'connect', 'connects', 'connection', 'request', 'requests']);
const ELSEWHERE = ['external', 'remote', 'attacker-controlled', 'third-party', 'elsewhere'];

/** A connection of the service to somewhere else. */
export function findEgress(words: SentenceWords): readonly number[] {
  return [...positionsOf(words, EGRESS), ...(hasAny(words, ELSEWHERE) ? positionsOf(words, FETCH) : [])];
}

const DEPLOYMENT_WORDS: Readonly<Record<(typeof DEPLOYMENTS)[number], readonly string[]>> = {
  'servlet-container': ['war', 'servlet', 'tomcat', 'jetty', 'wildfly', 'weblogic', 'websphere'],
  'windows-service': ['windows-service', 'iis'],
  browser: listWords('client clients client-side browser browsers desktop viewer viewers frontend front-end'),
  'command-line': ['cli', 'command-line', 'terminal', 'terminals'],
};

export function findDeployment(value: string, words: SentenceWords): readonly number[] {
  const deployment = DEPLOYMENTS.find((each) => each === value);
  return deployment === undefined ? [] : positionsOf(words, new Set(DEPLOYMENT_WORDS[deployment]));
}

/** Words that always mean the start of another program. */
const STARTED = new Set(
  listWords(`
  shell shells subprocess subprocesses spawn spawns spawned spawning exec execve execvp execveat posix_spawn popen
  fork forks forked launched launches
`),
);
const PROGRAM = new Set(
  listWords(`
  command commands program programs process processes tool tools script scripts binary binaries executable
  executables interpreter child hook hooks
`),
);
const START = listWords(`
  start starts started starting run runs running execute executes executed executing execution launch launching
  call calls called calling invoke invokes invoked invoking inject injected injection
`);
/** Code that runs inside the existing process does not start another one. */
const CODE = ['code', 'codes', 'shellcode'];

export function findProcessExec(words: SentenceWords): readonly number[] {
  if (hasAny(words, CODE)) return [];
  return [...positionsOf(words, STARTED), ...(hasAny(words, START) ? positionsOf(words, PROGRAM) : [])];
}

/** Words of a sentence that demands something of how a package is used, and does not only describe what goes wrong. */
const DEMANDS = listWords(`
  if when whenever only solely require requires required requiring must need needs needed use uses used using
  enable enables enabled enabling configured call calls called loaded set where without cannot depends through
`);

const HAVE: ReadonlySet<string> = new Set(['has', 'have']);

export function hasDemand(words: SentenceWords): boolean {
  return hasAny(words, DEMANDS) || words.parts.some((part, i) => HAVE.has(part) && words.parts[i + 1] === 'to');
}

type InputKind = (typeof INPUT_KINDS)[number];

const INPUT_WORDS: Readonly<Record<InputKind, readonly string[]>> = {
  'file-upload': ['upload', 'uploads', 'uploading'],
  archive: listWords('archive archives zip zips unzip tar tarball tarballs tgz 7z rar cab cpio'),
  image: listWords(`
  image images picture pictures photo photos thumbnail thumbnails bitmap bitmaps png jpeg jpg gif webp tiff bmp
  svg avif heic heif jxl jp2 j2k
`),
  xml: ['xml', 'dtd', 'xslt', 'xsl', 'xsd', 'xhtml', 'xinclude'],
  yaml: ['yaml', 'yml'],
  template: ['template', 'templates'],
  email: ['email', 'emails', 'e-mail', 'e-mails', 'mail', 'mails'],
};
const CONTAINER = listWords(`
  container containers containerd docker oci runc podman kubernetes registry layer layers rootfs disk boot base
  kernel firmware vm openstack glance host qcow qcow2 vmdk vhd iso install installation installer flash mount mounts
  mounted mounting filesystem filesystems btrfs ext2 ext3 ext4 f2fs xfs isofs squashfs erofs ntfs linux coff xcoff elf
  pe executable
`);
/** Other formats: a sentence that names several of them lists alternatives. */
const OTHER_FORMATS = listWords(`
  gzip deflate zlib brotli zstd json csv pdf html toml ini video audio font fonts markdown protobuf
`);

/** Words of sentences in which a kind of input means something else: images of containers, mail that the service sends. */
const NOT_WITH: Partial<Readonly<Record<InputKind, readonly string[]>>> = {
  image: CONTAINER,
  archive: CONTAINER,
  template: ['uri', 'url', 'job', 'search'],
  'file-upload': ['admin', 'admins', 'administrator', 'administrators', 'plugin', 'plugins'],
  email: ['send', 'sends', 'sending', 'sent', 'address', 'addresses'],
};
/** Words behind a kind of input that make it the name of something else: "the email parameter", "an XML external entity". */
const NOT_INPUT: ReadonlySet<string> = new Set(
  listWords(`
  injection injections injected parameter parameters param field fields address addresses header name names
  argument variable attribute attributes id function method class library module plugin engine parser parsers
  parsing processor processing validation selection server account accounts verification tag tags element service
  annotation annotations external entity entities directory folder path methods functions classes engines manifest
  manifests layout layouts invite invites invitation invitations notification notifications link links
`),
);
/** Before a kind of input: the attacker made it. */
const MADE = ['crafted', 'malicious', 'malformed', 'untrusted', 'hostile', 'invalid', 'corrupt', 'corrupted'];
/** The program takes it in. */
const TAKEN = listWords(`
  parse parses parsing process processes processing load loads loading open opens opening decode decodes decoding
  extract extracts extracting unpack unpacks unpacking decompress decompressing convert converts converting render
  renders rendering reading supply supplies supplying provide provides providing send sends sending submit submits
  submitting controls hands handing uploading takes accepts
`);
const MADE_OR_TAKEN: ReadonlySet<string> = new Set([...MADE, ...TAKEN]);
/** A template is rendered in every page, and a service sends mail too: for these, fewer words are clear. */
const TAKEN_OTHERWISE: Partial<Readonly<Record<InputKind, ReadonlySet<string>>>> = {
  template: new Set([...MADE, 'supply', 'supplies', 'supplying']),
  email: new Set(listWords('incoming parse parses parsing process processes processing receives receiving')),
};
/** After it: the same in the passive voice, and where it comes from. */
const TAKEN_FROM: ReadonlySet<string> = new Set(
  listWords(`
  parsed processed loaded opened decoded extracted unpacked unpacks decompressed converted rendered transformed
  supplied uploaded else
`),
);
const SENDERS: ReadonlySet<string> = new Set(['attacker', 'attackers', 'strangers', 'visitors']);
/** "In rendered pages": the participle belongs to another word. */
const ADJECTIVE_BEFORE: ReadonlySet<string> = new Set(['in', 'a', 'an', 'the', 'of', 'with', 'that']);
/** Maximum number of words between an input and what is done with it. */
const TAKEN_REACH = 4;
const TAKEN_FROM_REACH = 6;
/**
 * Where an input arrives whatever the service is meant to accept: in the body of a request that a framework parses, in what the
 * service fetches, and from a user of the same machine or of a package registry.
 */
const ARRIVES_ANYWAY = [
  ...listWords('multipart request requests http content-type endpoint response responses url urls feed'),
  ...['download', 'downloads', 'downloaded', 'downloading', 'local', 'pypi', 'npm', 'registry', 'repository'],
];
const REMOTE: ReadonlySet<string> = new Set(['remote']);
const REMOTE_REACH = 2;
const FILES = new Set(['file', 'files', 'document', 'documents', 'image', 'images', 'archive', 'attachments']);
const FILE_REACH = 3;
/** An upload is a way only with one of these before it; otherwise it is what the vulnerability is about. */
const UPLOAD_MEANS: ReadonlySet<string> = new Set([...MEANS, 'during', 'without', 'requires', 'needs']);

/** Only whole words count, and not the name of the package: `config.xml` and `image-picker` are names of something else. */
export function findInput(value: string, words: SentenceWords, packageName: string): readonly number[] {
  const kind = INPUT_KINDS.find((each) => each === value);
  if (kind === undefined || hasOtherKind(kind, words) || hasAny(words, ARRIVES_ANYWAY)) return [];
  const ownName = packageName.toLowerCase().split(NAME_JOINT).at(-1);
  const means = NOT_WITH[kind] ?? [];
  if (hasAny(words, means) || means.some((word) => word === ownName)) return [];
  return positionsOf(words, new Set(INPUT_WORDS[kind])).filter(
    (i) =>
      words.wholes[i] === words.parts[i] &&
      words.parts[i] !== ownName &&
      !NOT_INPUT.has(words.parts[i + 1] ?? '') &&
      // The service fetches it.
      !hasNear(words, i, -REMOTE_REACH, REMOTE) &&
      (kind === 'file-upload' ? isUploadOfFile(words, i) : isTaken(words, i, kind)) &&
      !isEffect(words, i),
  );
}

const NAME_JOINT = /[/:]/;

function isTaken(words: SentenceWords, at: number, kind: InputKind): boolean {
  if (hasNear(words, at, -TAKEN_REACH, TAKEN_OTHERWISE[kind] ?? MADE_OR_TAKEN)) return true;
  const { wholes, clauses } = words;
  return wholes.some((word, i) => {
    if (i <= at || i > at + TAKEN_FROM_REACH || clauses[i] !== clauses[at]) return false;
    const before = [wholes[i - 1] ?? '', wholes[i - 2] ?? ''];
    if (SENDERS.has(word)) return before.some((each) => each === 'by' || each === 'from');
    return TAKEN_FROM.has(word) && !ADJECTIVE_BEFORE.has(before[0] ?? '');
  });
}

function isUploadOfFile(words: SentenceWords, at: number): boolean {
  const isNear = hasNear(words, at, -FILE_REACH, FILES) || hasNear(words, at, FILE_REACH, FILES);
  return isNear && words.parts.some((part, i) => i < at && UPLOAD_MEANS.has(part));
}

/** Whether one of the words is near in the same clause: before it if the reach is negative. */
function hasNear({ wholes, clauses }: SentenceWords, at: number, reach: number, near: ReadonlySet<string>): boolean {
  return Array.from({ length: Math.abs(reach) }, (_, i) => at + Math.sign(reach) * (i + 1)).some(
    (i) => clauses[i] === clauses[at] && near.has(wholes[i] ?? ''),
  );
}

const EFFECT: ReadonlySet<string> = new Set(
  listWords(`
  allow allows allowing enables enabling lead leads leading possible result results resulting
`),
);

/** "Allows attackers to upload files" is the effect; "allows a crash by uploading files" is the way. */
function isEffect({ parts, statements }: SentenceWords, at: number): boolean {
  for (let i = at - 1; statements[i] === statements[at] && !MEANS.has(parts[i] ?? ''); i -= 1)
    if (EFFECT.has(parts[i] ?? '')) return true;
  return false;
}

/** An upload says how an input arrives, so it may be named with any other kind. */
function hasOtherKind(kind: InputKind, words: SentenceWords): boolean {
  const others = INPUT_KINDS.filter((each) => each !== kind && each !== 'file-upload' && kind !== 'file-upload');
  return hasAny(words, OTHER_FORMATS) || others.some((each) => hasAny(words, INPUT_WORDS[each]));
}
