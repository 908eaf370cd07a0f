/**
 * Lists the third-party software in the package: a CycloneDX SBOM of the dependencies that npm installs and of the code that was
 * bundled, and the license texts of the bundled code. Both depend only on the lockfile and the installed packages.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

interface SoftwareComponent {
  readonly type: 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly scope: 'required' | 'optional';
  readonly purl: string;
  readonly licenses?: readonly { readonly expression: string }[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

/** `modules` are the files that became part of the output. */
export async function writeSoftwareList(root: string, output: string, modules: ReadonlySet<string>): Promise<void> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const bundled = listBundled(root, modules);
  const components = Object.entries(packages)
    .filter(([path, { dev = false }]) => path !== '' && (!dev || bundled.has(path)))
    .map(([path, locked]) => toComponent(path, locked))
    .toSorted((a, b) => (a.purl < b.purl ? -1 : 1));
  const own = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license: string;
  };
  await writeFile(join(output, 'sbom.cdx.json'), `${JSON.stringify(toSbom(own, unique(components)), null, 2)}\n`);
  await writeFile(join(output, 'THIRD-PARTY-NOTICES.txt'), await writeNotices(root, bundled, packages));
}

const PACKAGE = /^(node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Paths of packages as in the lockfile. A nested package has the path up to its last `node_modules`. */
function listBundled(root: string, modules: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const id of modules) {
    const file = id.replace(/^\0/, '');
    const last = file.lastIndexOf('node_modules/');
    if (!file.startsWith(root) || last === -1) continue;
    const name = PACKAGE.exec(file.slice(last))?.[1];
    if (name !== undefined) found.add(`${file.slice(root.length + 1, last)}${name}`);
  }
  return found;
}

function toComponent(
  path: string,
  { version = '', license, integrity, optional = false }: LockedPackage,
): SoftwareComponent {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const [algorithm, digest] = integrity?.split('-') ?? [];
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    scope: optional ? 'optional' : 'required',
    purl,
    ...(license !== undefined && { licenses: [{ expression: license }] }),
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest ?? '', 'base64').toString('hex') }],
    }),
  };
}

function unique(components: readonly SoftwareComponent[]): readonly SoftwareComponent[] {
  return [...new Map(components.map((component) => [component.purl, component])).values()];
}

function toSbom(
  own: { name: string; version: string; license: string },
  components: readonly SoftwareComponent[],
): object {
  const purl = `pkg:npm/${own.name}@${own.version}`;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': purl,
        name: own.name,
        version: own.version,
        purl,
        licenses: [{ expression: own.license }],
      },
    },
    components,
  };
}

const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)/i;

async function writeNotices(
  root: string,
  bundled: ReadonlySet<string>,
  packages: Readonly<Record<string, LockedPackage>>,
): Promise<string> {
  const parts = ['This package contains code of the following packages, under their licenses.\n'];
  for (const path of [...bundled].toSorted()) {
    const { version = '', license = 'see below' } = packages[path] ?? {};
    const files = (await readdir(join(root, path))).filter((file) => LICENSE_FILE.test(file)).toSorted();
    const texts = await Promise.all(files.map(async (file) => await readFile(join(root, path, file), 'utf8')));
    parts.push(
      `${'-'.repeat(80)}\n${path.slice(path.lastIndexOf('node_modules/') + 13)} ${version} (${license})\n\n${texts.join('\n')}`,
    );
  }
  return `${parts.join('\n').trimEnd()}\n`;
}
