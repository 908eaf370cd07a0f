/** Writes the name of a file or an image as a URI reference: relative if the name is relative, else absolute. */

/** `sboms/app 1.json` is `sboms/app%201.json`, `/tmp/a.json` is `file:///tmp/a.json`, `app:1.0` is `app%3A1.0`. */
export function toUriReference(name: string): string {
  const pieces = name.toWellFormed().replaceAll('\\', '/').split('/').map(encodeURIComponent);
  const path = pieces.join('/');
  return path.startsWith('/') ? `file:///${path.replace(/^\/+/, '')}` : path;
}
