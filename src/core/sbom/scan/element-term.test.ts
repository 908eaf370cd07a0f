import { describe, expect, it } from 'vitest';
import { capture } from '../json/captured-text.ts';
import { findElementTerm, isPackageTerm, isTerm, termOf } from './element-term.ts';

describe('findElementTerm', () => {
  it.each([
    ['software_Package', 'Package'],
    ['Package', 'Package'],
    ['software:Package', 'Package'],
    ['spdx:Software/Package', 'Package'],
    ['https://spdx.org/rdf/3.0.1/terms/Software/Package', 'Package'],
    ['http://spdx.org/rdf/terms#Package', 'Package'],
    ['software_File', 'File'],
    ['SpdxDocument', 'SpdxDocument'],
    ['software_Sbom', 'Sbom'],
    ['Bom', 'Bom'],
    ['https://spdx.org/rdf/3.0.1/terms/Core/RelationshipType/describes', 'describes'],
    ['https://spdx.org/rdf/3.0.1/terms/Core/RelationshipType/DESCRIBES', 'DESCRIBES'],
    ['ai_AIPackage', 'AIPackage'],
    ['dataset_DatasetPackage', 'DatasetPackage'],
    ['software_package', undefined],
    ['Package/', undefined],
    ['', undefined],
    [`${'x'.repeat(200)}/Package`, undefined],
  ])('finds the term of %j: %j', (text, term) => {
    expect(findElementTerm(capture(text))).toBe(term);
    if (term !== undefined) expect(termOf(text)).toBe(term);
  });

  it('treats AI models and data sets as packages', () => {
    expect(['Package', 'AIPackage', 'DatasetPackage', 'File', undefined].filter(isPackageTerm)).toHaveLength(3);
  });

  it.each([undefined, null, 1, ['software_Package'], {}])('rejects %j', (value) => {
    expect(isTerm(value, 'Package')).toBe(false);
  });
});
