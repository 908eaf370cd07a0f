/** A name for a file that is saved: what a file system or a shell would take for something else becomes a dash. */

const UNFIT = /[^\w.-]+/g;
const NAME_CHARACTERS_MAX = 120;

/** The end of a long name stays: it says what kind of file it is. */
export function toFileName(name: string): string {
  return (
    name
      .replace(UNFIT, '-')
      .replace(/^[.-]+/, '')
      .slice(-NAME_CHARACTERS_MAX) || 'findings'
  );
}
