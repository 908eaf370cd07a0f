/** What a document says is in the software: its components as sent, how they depend on each other, and what could not be read. */

export interface Inventory {
  /** What the document is about; not one of the components, although SPDX lists it among its packages. */
  readonly subject: Component | undefined;
  /** In the order of the document, nested ones flattened, unreadable ones left out with a warning. */
  readonly components: readonly Component[];
  /**
   * Who needs or contains whom, as pairs of indexes into `components` one behind the other: from, to, from, to. -1 is the
   * subject. Without duplicates. Packed, because a document may have millions, and as objects a million of them would stop
   * the event loop for more than a second on their way out of the thread.
   */
  readonly edges: Int32Array;
  /** Complete: every component can be reached from a root, and no reference leads nowhere. Missing: there are no edges. */
  readonly graph: 'complete' | 'partial' | 'missing';
  /** Distribution and release that the document names for the whole image, for example `debian-12`. */
  readonly distro: string | undefined;
  /** Name and version of the tool that wrote the document. */
  readonly tool: string | undefined;
  readonly warnings: readonly InventoryWarning[];
}

export interface Component {
  /** `bom-ref` or SPDXID; made up from the position when the document has none. */
  readonly ref: string;
  /** The document's word: library, application, operating-system, ... */
  readonly type: string;
  readonly group: string | undefined;
  readonly name: string;
  readonly version: string | undefined;
  /** Every purl of the component as sent, without duplicates. */
  readonly purls: readonly string[];
  readonly cpes: readonly string[];
  readonly scope: 'required' | 'optional' | 'excluded' | 'unknown';
  /** Source package, as a tool wrote it in a property of its own. */
  readonly source: { readonly name: string; readonly version: string | undefined } | undefined;
}

export interface InventoryWarning {
  readonly code: string;
  readonly count: number;
  /** JSON pointers of the first few. */
  readonly paths: readonly string[];
}
