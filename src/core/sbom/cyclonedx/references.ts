/**
 * Resolves references of a CycloneDX document. Most are the `bom-ref` of an element; a BOM-Link names a document and an element
 * in it, which may be this document: `urn:cdx:f08a6ccd-4dce-4759-bd84-c626675d60a7/1#left-pad`.
 * https://cyclonedx.org/capabilities/bomlink/
 */
import { decodePercent } from '../../identity/percent-encoding.ts';
import { textIn } from '../untrusted-value.ts';
import type { InventoryDraft } from '../draft/inventory-draft.ts';

const BOM_LINK = /^urn:cdx:/i;
const UUID_URN = /^urn:uuid:/i;
const AFTER_SERIAL = /[/#]/;

export class References {
  private readonly draft: InventoryDraft;
  private readonly serial: string | undefined;
  private readonly byPurl = new Map<string, number>();

  constructor(draft: InventoryDraft, document: unknown) {
    this.draft = draft;
    this.serial = textIn(document, 'serialNumber')?.replace(UUID_URN, '').toLowerCase();
  }

  /** Some tools omit the bom-ref and refer to a component by its purl. Of equal purls the first counts. */
  addByPurl(purl: string, node: number): void {
    if (!this.byPurl.has(purl)) this.byPurl.set(purl, node);
  }

  /** A node; `something-else` for an element that is not a component, in this or another document; undefined if dangling. */
  find(ref: unknown): number | 'something-else' | undefined {
    const found = this.draft.findNode(ref);
    if (found !== undefined || typeof ref !== 'string') return found;
    return BOM_LINK.test(ref) ? this.followLink(ref) : this.byPurl.get(ref);
  }

  // The version of the document is not compared: an element of an earlier version is most likely still the same.
  private followLink(link: string): number | 'something-else' {
    const [serial] = link.replace(BOM_LINK, '').split(AFTER_SERIAL, 1);
    const hash = link.indexOf('#');
    if (this.serial === undefined || serial?.toLowerCase() !== this.serial || hash === -1) return 'something-else';
    const ref = link.slice(hash + 1);
    return this.draft.findNode(ref) ?? this.draft.findNode(decodePercent(ref).text) ?? 'something-else';
  }
}
