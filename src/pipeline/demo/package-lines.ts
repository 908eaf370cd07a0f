/** Parses the package lines of the demo and applies them to the packages of the previous version. */

export interface DemoPackage {
  readonly name: string;
  readonly type: string | undefined;
  /** Empty if unknown. */
  readonly version: string;
  readonly isDirect: boolean;
  readonly source: string | undefined;
  readonly scope: string | undefined;
  /** The system package that owns its files. */
  readonly owner: string | undefined;
  readonly needs: readonly string[];
}

export type DemoPackages = ReadonlyMap<string, DemoPackage>;

/** A line with only a package and its version keeps the other properties of the package. */
export function applyLines(before: DemoPackages, text: string): DemoPackages {
  const after = new Map(before);
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    if (line.startsWith('-')) after.delete(line.slice(1));
    else {
      const read = parseLine(line);
      const known = after.get(read.name);
      after.set(read.name, known === undefined ? read : { ...known, version: read.version });
    }
  }
  return after;
}

function parseLine(line: string): DemoPackage {
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

// Maven names contain a colon: only these prefixes are types.
const TYPED = /^(npm|pypi|deb|apk|golang|composer|gem|nuget|generic|docker|none):/;
