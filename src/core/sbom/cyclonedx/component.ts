/** Extracts the facts of one CycloneDX component. */
import { memberIn } from '../../json/members.ts';
import { listIn, listOf, textIn } from '../untrusted-value.ts';
import type { LocatedValue, RawComponent } from '../draft/to-component.ts';
import { findSourcePackage, parseToolProperties, type ToolFacts } from './tool-properties.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';
import type { RawDetails } from '../draft/to-details.ts';

export function toRawComponent(component: unknown, name: string): RawComponent {
  const facts = parseToolProperties(component);
  const type = textIn(component, 'type') ?? 'unknown';
  return {
    ref: textIn(component, 'bom-ref'),
    type,
    group: textIn(component, 'group'),
    name,
    version: { value: memberIn(component, 'version'), at: '/version' },
    purls: identifiersOf(component, 'purl'),
    cpes:
      facts.cpes.length === 0 ? identifiersOf(component, 'cpe') : [...identifiersOf(component, 'cpe'), ...facts.cpes],
    scope: facts.scope ?? scopeOf(memberIn(component, 'scope')),
    source: findSourcePackage(facts),
    packageType: facts.texts.get('packageType') ?? (type === 'library' ? facts.texts.get('trivyType') : undefined),
    epoch: facts.texts.get('epoch'),
    module: facts.texts.get('module'),
    archivePath: facts.texts.get('archivePath'),
    platform: facts.platform,
    details: toRawDetails(component, facts),
    system: systemOf(facts),
  };
}

/** `debian-12`: distribution and release, if a tool writes both as properties. */
export function systemOf({ texts }: ToolFacts): string | undefined {
  const name = texts.get('systemName');
  const version = texts.get('systemVersion');
  return name === undefined || version === undefined ? undefined : `${name}-${version}`;
}

// Red Hat lists one package with one purl per repository; the additional ones are in the evidence.
function identifiersOf(component: unknown, field: 'purl' | 'cpe'): readonly LocatedValue[] {
  const claims: LocatedValue[] = [];
  const own = memberIn(component, field);
  // At most one is allowed, but some tools write lists.
  if (Array.isArray(own)) for (const [i, value] of own.entries()) addIdentifier(claims, value, `/${field}/${i}`);
  else addIdentifier(claims, own, `/${field}`);

  const evidence = memberIn(component, 'evidence');
  if (evidence === undefined) return claims;
  // A single object until 1.5, a list since 1.6.
  for (const [i, each] of listOf(memberIn(evidence, 'identity')).entries()) {
    const value = textIn(each, 'concludedValue');
    if (value !== undefined && memberIn(each, 'field') === field) claims.push({ value, at: `/evidence/identity/${i}` });
  }
  return claims;
}

function addIdentifier(claims: LocatedValue[], value: unknown, at: string): void {
  if (value !== undefined && value !== null && value !== '') claims.push({ value, at });
}

const SCOPES: readonly ComponentScope[] = ['required', 'optional', 'excluded'];

// "If the scope is not specified, 'required' scope SHOULD be assumed by the consumer of the BOM."
function scopeOf(scope: unknown): ComponentScope {
  if (scope === undefined || scope === null) return 'required';
  return SCOPES.find((each) => each === scope) ?? 'unknown';
}

// Extracts the display-only details of a CycloneDX component: licenses, hashes, links, supplier and locations.
function toRawDetails(component: unknown, facts: ToolFacts): RawDetails {
  const evidence = memberIn(component, 'evidence');
  const licenses = listLicenses(memberIn(component, 'licenses'));
  return {
    description: memberIn(component, 'description'),
    supplier: supplierOf(component),
    // Licenses detected in files count only if none is declared.
    licenses: licenses.length > 0 ? licenses : listLicenses(memberIn(evidence, 'licenses')),
    hashes: listIn(component, 'hashes').map((hash) => ({
      algorithm: memberIn(hash, 'alg'),
      value: memberIn(hash, 'content'),
    })),
    references: listIn(component, 'externalReferences').map((reference) => ({
      type: memberIn(reference, 'type'),
      url: memberIn(reference, 'url'),
    })),
    locations: listLocations(evidence, facts),
    // System packages have a layer but no file of their own.
    layer: facts.texts.has('trivyPath') ? undefined : facts.texts.get('trivyLayer'),
  };
}

function listLicenses(licenses: unknown): readonly string[] {
  const known: string[] = [];
  for (const choice of listOf(licenses)) {
    const license = licenseOf(choice);
    if (license !== undefined) known.push(license);
  }
  return known;
}

// `{ license: { id } }`, `{ license: { name } }` or `{ expression }`. Some tools omit the wrapper object, write a plain string,
// or give only a URL.
function licenseOf(choice: unknown): string | undefined {
  if (typeof choice === 'string') return choice;
  const license = memberIn(choice, 'license') ?? choice;
  if (typeof license === 'string') return license;
  return textIn(license, 'id') ?? textIn(license, 'name') ?? textIn(choice, 'expression') ?? textIn(license, 'url');
}

/** The role closest to the delivery of the component comes first. */
function supplierOf(component: unknown): string | undefined {
  return (
    nameIn(component, 'supplier') ??
    nameIn(component, 'manufacturer') ??
    textIn(component, 'publisher') ??
    textIn(component, 'author') ??
    textIn(listIn(component, 'authors')[0], 'name')
  );
}

function nameIn(component: unknown, role: string): string | undefined {
  return textIn(memberIn(component, role), 'name') ?? textIn(component, role);
}

function listLocations(evidence: unknown, { texts, locations }: ToolFacts): RawDetails['locations'] & object {
  const occurrences = listIn(evidence, 'occurrences');
  const trivyPath = texts.get('trivyPath');
  if (occurrences.length === 0 && trivyPath === undefined) return locations;
  const all: { readonly path: unknown; readonly layer?: unknown }[] = [...locations];
  if (trivyPath !== undefined) all.push({ path: trivyPath, layer: texts.get('trivyLayer') });
  for (const occurrence of occurrences) all.push({ path: memberIn(occurrence, 'location') });
  return all;
}
