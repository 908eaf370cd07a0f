/** Extracts the display-only details of a CycloneDX component: licenses, hashes, links, supplier and locations. */
import { memberIn } from '../../json/members.ts';
import { listIn, textIn } from '../untrusted-value.ts';
import type { RawDetails } from '../draft/to-details.ts';
import type { ToolFacts } from './tool-properties.ts';

export function toRawDetails(component: unknown, facts: ToolFacts): RawDetails {
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
  const choices: readonly unknown[] = Array.isArray(licenses) ? licenses : [licenses];
  return choices.map(licenseOf).filter((license) => license !== undefined);
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
  return [
    ...locations,
    ...(trivyPath === undefined ? [] : [{ path: trivyPath, layer: texts.get('trivyLayer') }]),
    ...occurrences.map((occurrence) => ({ path: memberIn(occurrence, 'location') })),
  ];
}
