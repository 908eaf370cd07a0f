/** Licenses of SPDX 3 packages: a relationship leads from the package to the element with the license. */
import { memberIn } from '../../json/members.ts';
import { textIn } from '../untrusted-value.ts';
import { idOf, isNoAssertion, kindOf, listOf, memberOf, referenceOf } from './spdx3-element.ts';
import type { Spdx3Ids } from './spdx3-ids.ts';
import { toLocalName, omitNoAssertion } from './spdx-notation.ts';

type LicenseKind = 'concluded' | 'declared';

const KINDS: ReadonlyMap<string, LicenseKind> = new Map([
  ['hasConcludedLicense', 'concluded'],
  ['hasDeclaredLicense', 'declared'],
  // Written by Microsoft's tool.
  ['HAS_CONCLUDED_LICENSE', 'concluded'],
  ['HAS_DECLARED_LICENSE', 'declared'],
]);
/** A license such as https://spdx.org/licenses/MIT needs no element. */
const LIST_OF_LICENSES = 'spdx.org/licenses/';

export class LicenseIndex {
  private readonly ids: Spdx3Ids;
  private readonly texts = new Map<string, string>();
  private readonly licenses: Readonly<Record<LicenseKind, Map<string, unknown[]>>> = {
    concluded: new Map(),
    declared: new Map(),
  };

  constructor(ids: Spdx3Ids) {
    this.ids = ids;
  }

  addElement(element: unknown, kind: string | undefined, id: string): void {
    const text = textOf(element, kind);
    if (text !== undefined) this.texts.set(this.ids.expand(id), text);
  }

  addRelationship(relationship: unknown): void {
    const kind = KINDS.get(toLocalName(textIn(relationship, 'relationshipType') ?? ''));
    const from = referenceOf(memberIn(relationship, 'from'));
    if (kind === undefined || from === undefined) return;
    const key = this.ids.expand(from);
    const known = this.licenses[kind].get(key) ?? [];
    this.licenses[kind].set(key, known);
    known.push(...listOf(memberIn(relationship, 'to')));
  }

  /** The concluded license takes precedence over the declared one. */
  find(id: string): readonly string[] {
    const key = this.ids.expand(id);
    const concluded = this.resolve(this.licenses.concluded.get(key));
    return concluded.length > 0 ? concluded : this.resolve(this.licenses.declared.get(key));
  }

  private resolve(licenses: readonly unknown[] | undefined): readonly string[] {
    return (licenses ?? []).map((license) => this.textFor(license)).filter((text) => text !== undefined);
  }

  private textFor(license: unknown): string | undefined {
    const own = textOf(license, kindOf(license));
    if (own !== undefined) return own;
    const id = referenceOf(license);
    if (id === undefined || isNoAssertion(id)) return undefined;
    const known = this.texts.get(this.ids.expand(id));
    if (known !== undefined || !id.includes(LIST_OF_LICENSES)) return known;
    return toLocalName(id);
  }
}

/** The expression, or the best name of a license that is defined in the document. */
function textOf(element: unknown, kind: string | undefined): string | undefined {
  if (kind?.includes('License') !== true) return undefined;
  const text =
    memberOf(element, 'simplelicensing', 'licenseExpression') ??
    memberIn(element, 'licenseId') ??
    listedId(idOf(element)) ??
    memberIn(element, 'name');
  const license = omitNoAssertion(text);
  return typeof license === 'string' && license !== '' ? license : undefined;
}

function listedId(id: string | undefined): string | undefined {
  return id?.includes(LIST_OF_LICENSES) === true ? toLocalName(id) : undefined;
}
