/** The documentation as data, made at build time. It has no markup: the page renders each kind of block itself. */

export type Inline =
  | string
  | { readonly code: string }
  | { readonly bold: readonly Inline[] }
  | { readonly italic: readonly Inline[] }
  /** A path of the portal, or an address that begins with `https:` or `http:`. */
  | { readonly to: string; readonly text: readonly Inline[] };

export type Block =
  | { readonly heading: 2 | 3 | 4; readonly id: string; readonly text: readonly Inline[] }
  | { readonly paragraph: readonly Inline[] }
  | { readonly pre: string }
  | { readonly columns: readonly (readonly Inline[])[]; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  | { readonly items: readonly (readonly Block[])[]; readonly isOrdered: boolean }
  | { readonly quote: readonly Block[] };

export interface Document {
  /** `/docs/guides/agents`; the list of all pages is `/docs`. */
  readonly path: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

export interface DocumentGroup {
  readonly title: string;
  readonly pages: readonly { readonly path: string; readonly title: string }[];
}

export interface Documentation {
  readonly groups: readonly DocumentGroup[];
  readonly documents: readonly Document[];
}

/** The text without its format. */
export function toText(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (typeof inline === 'string') return inline;
      if ('code' in inline) return inline.code;
      if ('bold' in inline) return toText(inline.bold);
      return toText('italic' in inline ? inline.italic : inline.text);
    })
    .join('');
}
