/** Where SPDX 2 writes what is to be known about one package. */
import { toSourcePackage, type SourcePackage } from '../../identity/source-package.ts';
import { listIn, member, textIn } from '../foreign-value.ts';
import type { Claim, RawComponent } from './read-component.ts';

export function toRawPackage(spdxPackage: unknown, name: string): RawComponent {
  const ref = textIn(spdxPackage, 'SPDXID');
  const purls: Claim[] = [];
  const cpes: Claim[] = [];
  for (const [i, reference] of listIn(spdxPackage, 'externalRefs').entries()) {
    const claim = { value: member(reference, 'referenceLocator'), at: `/externalRefs/${i}/referenceLocator` };
    const type = member(reference, 'referenceType');
    if (type === 'purl') purls.push(claim);
    else if (type === 'cpe23Type' || type === 'cpe22Type') cpes.push(claim);
  }
  return {
    ref,
    type: typeOf(spdxPackage, ref ?? ''),
    group: undefined,
    name,
    version: { value: orNothing(member(spdxPackage, 'versionInfo')), at: '/versionInfo' },
    purls,
    cpes,
    scope: 'unknown',
    source: sourceOf(spdxPackage),
    packageType: undefined,
    epoch: undefined,
    module: undefined,
    details: {},
  };
}

// Trivy says what an element is in its id; the purpose came with SPDX 2.3.
const TYPES_IN_IDS: readonly (readonly [prefix: string, type: string])[] = [
  ['SPDXRef-OperatingSystem-', 'operating-system'],
  ['SPDXRef-ContainerImage-', 'container'],
  ['SPDXRef-Application-', 'application'],
];

function typeOf(spdxPackage: unknown, ref: string): string {
  const purpose = textIn(spdxPackage, 'primaryPackagePurpose');
  if (purpose !== undefined) return purpose.toLowerCase().replaceAll('_', '-');
  return TYPES_IN_IDS.find(([prefix]) => ref.startsWith(prefix))?.[1] ?? 'package';
}

/** "No assertion" and "none" are ways of saying nothing. */
function orNothing(value: unknown): unknown {
  return value === 'NOASSERTION' || value === 'NONE' ? undefined : value;
}

const BUILT_FROM = 'built package from:';

// Trivy: `built package from: util-linux 2.36.1-8`; what follows the colon may be blank.
function sourceOf(spdxPackage: unknown): SourcePackage | undefined {
  const info = textIn(spdxPackage, 'sourceInfo');
  if (info?.startsWith(BUILT_FROM) !== true) return undefined;
  const [name = '', version = ''] = info.slice(BUILT_FROM.length).trim().split(' ', 2);
  return toSourcePackage(name, version);
}
