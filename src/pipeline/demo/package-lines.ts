/** The lines in which packages of the demo are written, read and applied to those of the version before. */

export interface DemoPackage {
  readonly name: string;
  readonly type: string | undefined;
  /** Empty: none is known. */
  readonly version: string;
  readonly isDirect: boolean;
  readonly source: string | undefined;
  readonly scope: string | undefined;
  /** The package of the system whose files it is made of. */
  readonly owner: string | undefined;
  readonly needs: readonly string[];
}

export type DemoPackages = ReadonlyMap<string, DemoPackage>;

/** A line that names only a package and its version keeps what was said of the package before. */
export function applyLines(before: DemoPackages, text: string): DemoPackages {
  const after = new Map(before);
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    if (line.startsWith('-')) after.delete(line.slice(1));
    else {
      const read = readLine(line);
      const known = after.get(read.name);
      after.set(read.name, known === undefined ? read : { ...known, version: read.version });
    }
  }
  return after;
}

function readLine(line: string): DemoPackage {
  const [head = '', needs = ''] = line.split(' > ');
  const [withScope = '', owner] = head.split(' of ');
  const [withSource = '', scope] = withScope.split(' [');
  const [marked = '', source] = withSource.split(' (');
  const isDirect = marked.startsWith('* ');
  const address = isDirect ? marked.slice(2) : marked;
  const at = address.lastIndexOf('@');
  const named = at > 0 ? address.slice(0, at) : address;
  const colon = TYPED.exec(named)?.[1]?.length;
  return {
    name: colon === undefined ? named : named.slice(colon + 1),
    type: colon === undefined ? undefined : named.slice(0, colon),
    version: at > 0 ? address.slice(at + 1) : '',
    isDirect,
    source: source?.slice(0, -1),
    scope: scope?.slice(0, -1),
    owner,
    needs: needs.split(' ').filter((need) => need !== ''),
  };
}

// Maven writes a colon into its names: only these are types.
const TYPED = /^(npm|pypi|deb|apk|golang|composer|gem|nuget|generic|docker|none):/;
