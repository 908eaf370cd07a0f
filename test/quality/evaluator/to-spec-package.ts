/** Converts a component to its package name in OSV records: parses the purl and normalizes the name for its ecosystem. */
import { SPEC_ECOSYSTEMS, type SpecEcosystem } from './ecosystems.ts';
import type { ListedComponent } from './list-components.ts';

export interface SpecPackage {
  readonly ecosystem: SpecEcosystem;
  readonly name: string;
  /** Empty if the component has none. */
  readonly version: string;
  /** Import path of a package of the Go standard library, which records name `stdlib`: `net/http`. */
  readonly importPath?: string;
}

export interface Purl {
  readonly type: string;
  readonly namespace: string;
  readonly name: string;
  readonly version: string;
}

const BY_PURL_TYPE = new Map(SPEC_ECOSYSTEMS.map((ecosystem) => [ecosystem.purlType, ecosystem]));

/** Undefined if the purl is not of a language ecosystem. The version besides the purl is used if the purl has none. */
export function toSpecPackage({ purl, version }: ListedComponent): SpecPackage | undefined {
  const parsed = parsePurl(purl);
  const ecosystem = parsed && BY_PURL_TYPE.get(parsed.type);
  if (parsed === undefined || ecosystem === undefined) return undefined;
  const name = ecosystem.normalize(ecosystem.toName(parsed));
  const about = { ecosystem, name, version: parsed.version === '' ? version : parsed.version };
  return ecosystem.name === 'Go' && isStandard(name) ? { ...about, name: 'stdlib', importPath: name } : about;
}

/** Import paths without a dot in the first element are reserved for Go itself: https://go.dev/ref/mod#module-path. */
function isStandard(path: string): boolean {
  return path !== 'stdlib' && path !== 'toolchain' && path.split('/', 1)[0]?.includes('.') === false;
}

/** Undefined if the text is not a purl with a type and a name. */
function parsePurl(text: string): Purl | undefined {
  const [beforeSubpath = ''] = text.split('#', 1);
  const [beforeQualifiers = ''] = beforeSubpath.split('?', 1);
  if (!beforeQualifiers.toLowerCase().startsWith('pkg:')) return undefined;
  const path = beforeQualifiers.slice('pkg:'.length).replace(/^\/+/, '');
  const at = path.lastIndexOf('@');
  // An unescaped scope: `@scope/name`.
  const hasVersion = at > 0 && path[at - 1] !== '/';
  const [type = '', ...segments] = (hasVersion ? path.slice(0, at) : path).split('/').filter((each) => each !== '');
  const names = segments.map(decode).join('/');
  const slash = names.lastIndexOf('/');
  const name = names.slice(slash + 1);
  if (type === '' || name === '') return undefined;
  return {
    type: type.toLowerCase(),
    namespace: slash === -1 ? '' : names.slice(0, slash),
    name,
    version: hasVersion ? decode(path.slice(at + 1)) : '',
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
