/** Words that indicate a precondition: local access, login, user interaction, process execution, impact, kinds of input. */
import { hasAny, type SentenceWords } from './sentence-words.ts';

const LOCAL = ['local', 'locally', 'physical', 'physically', 'console'];
/** Local only in combination with a word for a machine: an account of the shop is not one on the machine. */
const NEAR = ['same', 'account', 'accounts', 'login', 'shell'];
const MACHINE = ['host', 'machine', 'system', 'computer', 'device'];
const LOGIN = [
  'authenticated',
  'authentication',
  'authenticate',
  'login',
  'logged',
  'log-in',
  'logs',
  'signed',
  'account',
  'accounts',
  'credentials',
  'credential',
  'password',
  'token',
  'tokens',
  'session',
  'role',
  'roles',
  'admin',
  'administrator',
  'administrators',
  'permission',
  'permissions',
  'privilege',
  'privileges',
  'authorized',
];
const PERSON = [
  'click',
  'clicks',
  'clicking',
  'clicked',
  'visit',
  'visits',
  'visiting',
  'open',
  'opens',
  'opening',
  'opened',
  'user',
  'users',
  'victim',
  'victims',
  'interaction',
  'browser',
  'trick',
  'tricks',
  'tricked',
  'tricking',
  'lure',
  'lured',
  'persuade',
  'persuaded',
  'convince',
  'convinced',
  'somebody',
  'someone',
  'person',
];
const HARM = [
  'denial',
  'dos',
  'availability',
  'crash',
  'crashes',
  'crashed',
  'crashing',
  'hang',
  'hangs',
  'exhaust',
  'exhausts',
  'exhaustion',
  'unresponsive',
  'unavailable',
  'down',
  'panic',
  'panics',
  'loop',
  'slow',
  'abort',
];
const CLIENT = [
  'client',
  'clients',
  'client-side',
  'browser',
  'browsers',
  'terminal',
  'terminals',
  'desktop',
  'viewer',
  'viewers',
  'frontend',
  'front-end',
];
const ROOT = ['root', 'superuser', 'uid0', 'suid', 'setuid'];

export const mentionsLocalAccess = (words: SentenceWords): boolean =>
  hasAny(words, LOCAL) || (hasAny(words, NEAR) && hasAny(words, MACHINE));
export const mentionsLogin = (words: SentenceWords): boolean => hasAny(words, LOGIN);
export const mentionsUserInteraction = (words: SentenceWords): boolean => hasAny(words, PERSON);
export const mentionsDenialOfService = (words: SentenceWords): boolean => hasAny(words, HARM);
export const mentionsClient = (words: SentenceWords): boolean => hasAny(words, CLIENT);
export const mentionsRoot = (words: SentenceWords): boolean => hasAny(words, ROOT);

/** Words that always mean the start of another program. */
const STARTED = [
  'shell',
  'shells',
  'subprocess',
  'subprocesses',
  'spawn',
  'spawns',
  'spawned',
  'spawning',
  'exec',
  'execve',
  'execvp',
  'execveat',
  'posix_spawn',
  'popen',
  'fork',
  'forks',
  'forked',
  'launched',
  'launches',
];
const PROGRAM = [
  'command',
  'commands',
  'program',
  'programs',
  'process',
  'processes',
  'tool',
  'tools',
  'script',
  'scripts',
  'binary',
  'binaries',
  'executable',
  'executables',
  'interpreter',
  'child',
  'hook',
  'hooks',
];
const START = [
  'start',
  'starts',
  'started',
  'starting',
  'run',
  'runs',
  'running',
  'execute',
  'executes',
  'executed',
  'executing',
  'execution',
  'launch',
  'launching',
  'call',
  'calls',
  'called',
  'calling',
  'invoke',
  'invokes',
  'invoked',
  'invoking',
  'inject',
  'injected',
  'injection',
];
/** Code that runs inside the existing process does not start another one. */
const CODE = ['code', 'codes', 'shellcode'];

export function mentionsProcessExec(words: SentenceWords): boolean {
  if (hasAny(words, STARTED)) return true;
  return hasAny(words, PROGRAM) && hasAny(words, START) && !hasAny(words, CODE);
}

/** For each kind of input that a profile can list. */
const INPUTS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'http-body': ['body', 'bodies', 'request', 'requests', 'http', 'https', 'payload', 'payloads'],
    'file-upload': ['upload', 'uploads', 'uploaded', 'uploading', 'uploader'],
    archive: [
      'archive',
      'archives',
      'zip',
      'zips',
      'unzip',
      'tar',
      'tarball',
      'tarballs',
      'tgz',
      '7z',
      'rar',
      'gzip',
      'bzip2',
      'xz',
      'cab',
      'jar',
      'cpio',
    ],
    image: [
      'image',
      'images',
      'picture',
      'pictures',
      'photo',
      'photos',
      'thumbnail',
      'thumbnails',
      'bitmap',
      'bitmaps',
      'png',
      'jpeg',
      'jpg',
      'gif',
      'webp',
      'tiff',
      'bmp',
      'svg',
      'avif',
      'heic',
      'heif',
      'jxl',
    ],
    xml: ['xml', 'dtd', 'xslt', 'xsl', 'xsd', 'soap', 'wsdl', 'xhtml', 'xinclude', 'xxe'],
    yaml: ['yaml', 'yml'],
    template: ['template', 'templates'],
    sql: ['sql', 'plsql', 'tsql'],
    email: ['email', 'emails', 'e-mail', 'e-mails', 'mail', 'mails', 'mime', 'smtp', 'imap', 'inbox'],
  }),
);

/** Words before "image" that mean another kind of image. */
const NON_PICTURE_PREFIXES: ReadonlySet<string> = new Set([
  'container',
  'docker',
  'oci',
  'disk',
  'boot',
  'base',
  'kernel',
  'firmware',
]);
/** In "SQL injection", SQL is the result of the attack, not the input. */
const INJECTION: ReadonlySet<string> = new Set(['injection', 'injections', 'injected']);

export function mentionsInput(kind: string, { parts, all }: SentenceWords): boolean {
  const words = INPUTS.get(kind) ?? [];
  const isMeant = (part: string, i: number): boolean =>
    words.includes(part) &&
    !INJECTION.has(parts[i + 1] ?? '') &&
    !(kind === 'image' && NON_PICTURE_PREFIXES.has(parts[i - 1] ?? ''));
  return parts.some(isMeant) || words.some((word) => word.includes('-') && all.has(word));
}
