/** Extracts the facts of one SPDX 3 package. */
import { memberIn } from '../../json/members.ts';
import { listIn, listOf } from '../untrusted-value.ts';
import type { LocatedValue, RawComponent } from '../draft/to-component.ts';
import type { RawDetails } from '../draft/to-details.ts';
import {
  idOf,
  kindOf,
  listIdentifiers,
  memberOf,
  termIn,
  toLocalName,
  omitNoAssertion,
  toKebabCase,
} from './spdx-notation.ts';
import type { Spdx3Index } from './spdx3-index.ts';
import { parseSourceInfo } from './spdx2-source-info.ts';

export function toRawSpdx3Package(element: unknown, name: string, index: Spdx3Index): RawComponent {
  const ref = idOf(element);
  const { purls, cpes, links } = parseIdentifiers(element, index);
  const info = parseSourceInfo(textOf(memberOf(element, 'software', 'sourceInfo')));
  return {
    ref,
    type: typeOf(element),
    name,
    version: {
      value: omitNoAssertion(memberOf(element, 'software', 'packageVersion')),
      at: '/software_packageVersion',
    },
    purls,
    cpes,
    // Stated by the relationships, not by the package.
    scope: 'unknown',
    source: info.source,
    packageType: info.packageType,
    details: {
      description: memberIn(element, 'description') ?? memberIn(element, 'summary'),
      supplier: index.findName(memberIn(element, 'suppliedBy')) ?? index.findName(memberIn(element, 'originatedBy')),
      licenses: ref === undefined ? [] : index.licenses.find(ref),
      hashes: listOf(memberIn(element, 'verifiedUsing')).map((hash) => ({
        algorithm: termIn(hash, 'algorithm'),
        value: memberIn(hash, 'hashValue'),
      })),
      references: [
        { type: 'website', url: omitNoAssertion(memberOf(element, 'software', 'homePage')) },
        { type: 'distribution', url: omitNoAssertion(memberOf(element, 'software', 'downloadLocation')) },
        ...links,
        ...listReferences(element),
      ],
      locations: (info.paths ?? []).map((path) => ({ path })),
    },
  };
}

const TYPES_OF_KINDS: ReadonlyMap<string | undefined, string> = new Map([
  ['AIPackage', 'machine-learning-model'],
  ['DatasetPackage', 'data'],
]);

function typeOf(element: unknown): string {
  const purpose = textOf(memberOf(element, 'software', 'primaryPurpose'));
  const byKind = TYPES_OF_KINDS.get(kindOf(element));
  // The purpose of an AI model only repeats its type.
  return byKind ?? (purpose === undefined ? 'package' : toKebabCase(toLocalName(purpose)));
}

interface Identifiers {
  readonly purls: readonly LocatedValue[];
  readonly cpes: readonly LocatedValue[];
  readonly links: NonNullable<RawDetails['references']>;
}

const PURL_TYPES: ReadonlySet<string | undefined> = new Set(['packageUrl', 'purl']);
const CPE_TYPES: ReadonlySet<string | undefined> = new Set(['cpe22', 'cpe23']);

function parseIdentifiers(element: unknown, index: Spdx3Index): Identifiers {
  const purls: LocatedValue[] = [];
  const cpes: LocatedValue[] = [];
  const links: { type: unknown; url: unknown }[] = [];
  const purl = memberOf(element, 'software', 'packageUrl');
  if (purl !== undefined && purl !== null && purl !== '') purls.push({ value: purl, at: '/software_packageUrl' });
  for (const [i, stated] of listIdentifiers(element).entries()) {
    const identifier = index.findIdentifier(stated);
    const type = termIn(identifier, 'externalIdentifierType');
    const claim = { value: memberIn(identifier, 'identifier'), at: `/externalIdentifier/${i}` };
    if (PURL_TYPES.has(type)) purls.push(claim);
    else if (CPE_TYPES.has(type)) cpes.push(claim);
    else links.push({ type, url: claim.value });
  }
  return { purls, cpes, links };
}

function* listReferences(element: unknown): Iterable<{ readonly type: unknown; readonly url: unknown }> {
  for (const reference of listIn(element, 'externalRef')) {
    for (const url of listOf(memberIn(reference, 'locator'))) yield { type: termIn(reference, 'externalRefType'), url };
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
