/**
 * Source packages of operating-system packages, which CycloneDX has no member for: each tool writes properties of its own. A
 * further tool is a line here.
 */
import { readSourcePackage, toSourcePackage, type SourcePackage } from '../../identity/source-package.ts';
import { listIn, textIn } from '../foreign-value.ts';

type Properties = ReadonlyMap<string, string>;

const READERS: readonly ((properties: Properties) => SourcePackage | undefined)[] = [readSyft, readTrivy];

/** The first word of any tool about where the component was built from. */
export function findSourcePackage(component: unknown): SourcePackage | undefined {
  const properties = readProperties(component);
  if (properties.size === 0) return undefined;
  for (const read of READERS) {
    const source = read(properties);
    if (source !== undefined) return source;
  }
  return undefined;
}

const READ_PROPERTY = /^(?:syft:metadata:(?:source|sourceVersion|originPackage|sourceRpm)|aquasecurity:trivy:Src.*)$/;

/** Only those that are looked for; of equal names the first counts. */
function readProperties(component: unknown): Properties {
  const properties = new Map<string, string>();
  for (const property of listIn(component, 'properties')) {
    const name = textIn(property, 'name');
    const value = textIn(property, 'value');
    if (name === undefined || value === undefined || !READ_PROPERTY.test(name) || properties.has(name)) continue;
    properties.set(name, value);
  }
  return properties;
}

// Debian and Alpine packages, then rpm, whose source is a file name.
function readSyft(properties: Properties): SourcePackage | undefined {
  const name = properties.get('syft:metadata:source') ?? properties.get('syft:metadata:originPackage');
  if (name !== undefined) return toSourcePackage(name, properties.get('syft:metadata:sourceVersion') ?? '');
  return readSourcePackage(properties.get('syft:metadata:sourceRpm') ?? '');
}

function readTrivy(properties: Properties): SourcePackage | undefined {
  const word = (name: string): string => properties.get(`aquasecurity:trivy:${name}`) ?? '';
  const version = word('SrcVersion');
  const epoch = word('SrcEpoch') === '' ? '' : `${word('SrcEpoch')}:`;
  const release = word('SrcRelease') === '' ? '' : `-${word('SrcRelease')}`;
  return toSourcePackage(word('SrcName'), version === '' ? '' : `${epoch}${version}${release}`);
}
