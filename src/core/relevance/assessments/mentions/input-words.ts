/** Words that indicate a kind of input, for each kind that a profile can list. */
import type { SentenceWords } from './sentence-words.ts';

const WORDS: ReadonlyMap<string, readonly string[]> = new Map(
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
  const words = WORDS.get(kind) ?? [];
  const isMeant = (part: string, i: number): boolean =>
    words.includes(part) &&
    !INJECTION.has(parts[i + 1] ?? '') &&
    !(kind === 'image' && NON_PICTURE_PREFIXES.has(parts[i - 1] ?? ''));
  return parts.some(isMeant) || words.some((word) => word.includes('-') && all.has(word));
}
