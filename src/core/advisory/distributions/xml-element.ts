/** An element of an XML file, with the parts that translators of advisories use. Names have no namespace prefix. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** The text directly inside of the element; long text is cut. */
  readonly text: string;
  readonly children: readonly XmlElement[];
}

export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The first element at the path. */
export function childOf(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  let found = element;
  for (const name of path) found = found?.children.find((child) => child.name === name);
  return found;
}

/** The text of the first element at the path; undefined if there is none. */
export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string | undefined {
  const text = childOf(element, ...path)?.text.trim();
  return text === '' ? undefined : text;
}

export function attributeOf(element: XmlElement | undefined, name: string): string | undefined {
  const value = element?.attributes.get(name)?.trim();
  return value === '' ? undefined : value;
}
