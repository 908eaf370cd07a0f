/** Makes a file name for a download: characters that are special to a file system or shell become a dash. */

const UNFIT = /[^\w.-]+/g;
const NAME_CHARACTERS_MAX = 120;

/** Keeps the end of a long name, which has the file type. */
export function toFileName(name: string): string {
  return (
    name
      .replace(UNFIT, '-')
      .replace(/^[.-]+/, '')
      .slice(-NAME_CHARACTERS_MAX) || 'findings'
  );
}
