/** Lists the components of an SBOM from the raw document: CycloneDX with nested components, SPDX 2 and SPDX 3. */
export interface ListedComponent {
  readonly purl: string;
  /** The version besides the purl; empty if the document has none. */
  readonly version: string;
}

export type Json = Readonly<Record<string, unknown>>;

/** Skips components without a purl: the specification has no other way to identify a package. */
export function listComponents(document: unknown): ListedComponent[] {
  const top = toObject(toObject(document)['sbom'] ?? document);
  const listed = [...listCycloneDx(top), ...listSpdx2(top), ...listSpdx3(top)];
  return [...new Map(listed.map((each) => [`${each.purl}\n${each.version}`, each])).values()];
}

function* listCycloneDx(top: Json): Generator<ListedComponent> {
  const subject = toObject(toObject(top['metadata'])['component']);
  const open: unknown[] = [...toList(top['components']), ...toList(subject['components'])];
  while (open.length > 0) {
    const component = toObject(open.pop());
    open.push(...toList(component['components']));
    if (typeof component['purl'] === 'string') yield { purl: component['purl'], version: toText(component['version']) };
  }
}

function* listSpdx2(top: Json): Generator<ListedComponent> {
  for (const each of toList(top['packages']).map(toObject)) {
    for (const reference of toList(each['externalRefs']).map(toObject)) {
      if (reference['referenceType'] !== 'purl') continue;
      yield { purl: toText(reference['referenceLocator']), version: toText(each['versionInfo']) };
    }
  }
}

function* listSpdx3(top: Json): Generator<ListedComponent> {
  for (const element of toList(top['@graph']).map(toObject)) {
    if (element['type'] !== 'software_Package') continue;
    const version = toText(element['software_packageVersion']);
    if (typeof element['software_packageUrl'] === 'string') yield { purl: element['software_packageUrl'], version };
    for (const identifier of toList(element['externalIdentifier']).map(toObject)) {
      if (toText(identifier['externalIdentifierType']).toLowerCase() !== 'packageurl') continue;
      yield { purl: toText(identifier['identifier']), version };
    }
  }
}

function toObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
