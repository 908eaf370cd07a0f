/**
 * External references of an SPDX 2 package: identities, advisories and plain links. The category has several spellings and is
 * sometimes wrong, so the type decides, and a locator that is a purl counts as one.
 * https://spdx.github.io/spdx-spec/v2.3/external-repository-identifiers/
 */
import { listIn, member, textIn } from '../../foreign-value.ts';
import type { LocatedValue } from '../read-component.ts';
import type { RawDetails } from '../read-details.ts';
import { toLocalName } from './spdx-words.ts';

export interface PackageReferences {
  readonly purls: readonly LocatedValue[];
  readonly cpes: readonly LocatedValue[];
  readonly links: NonNullable<RawDetails['references']>;
  /** Ids of vulnerabilities in advisory references. */
  readonly vulnerabilities: readonly string[];
  /** Id and version of an operating system, as written by Clair. */
  readonly systemId: string | undefined;
  readonly systemVersion: string | undefined;
}

const CPE_TYPES: ReadonlySet<string> = new Set(['cpe23type', 'cpe22type', 'cpe23', 'cpe22', 'cpe']);
const CVE = /CVE-[0-9]{4}-[0-9]{4,19}/i;

export function parseReferences(spdxPackage: unknown): PackageReferences {
  const purls: LocatedValue[] = [];
  const cpes: LocatedValue[] = [];
  const links: { type: unknown; url: unknown }[] = [];
  const vulnerabilities: string[] = [];
  const system = new Map<string, string>();
  for (const [i, reference] of listIn(spdxPackage, 'externalRefs').entries()) {
    const type = toLocalName(textIn(reference, 'referenceType') ?? '').toLowerCase();
    const locator = member(reference, 'referenceLocator');
    const claim = { value: locator, at: `/externalRefs/${i}/referenceLocator` };
    if (type === 'purl' || (typeof locator === 'string' && locator.startsWith('pkg:'))) {
      purls.push(claim);
    } else if (CPE_TYPES.has(type)) {
      cpes.push(claim);
    } else if (typeof locator === 'string') {
      links.push({ type: textIn(reference, 'referenceType'), url: locator });
      system.set(type, locator);
      const id = type === 'advisory' ? CVE.exec(locator)?.[0] : undefined;
      if (id !== undefined) vulnerabilities.push(id.toUpperCase());
    }
  }
  return { purls, cpes, links, vulnerabilities, systemId: system.get('did'), systemVersion: system.get('version_id') };
}
