/** Renders a page of the documentation from its blocks. Blocks never change, so their position is their key. */
import { Fragment } from 'react';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import type { Block, Inline } from './document.ts';
import styles from './docs.module.css';

export function DocumentBlocks({ blocks }: { readonly blocks: readonly Block[] }) {
  let section = 'Table';
  return blocks.map((block, index) => {
    if ('heading' in block) section = block.id.replaceAll('-', ' ');
    return <DocumentBlock key={index} block={block} label={`${section}, table ${index}`} />;
  });
}

function DocumentBlock({ block, label }: { readonly block: Block; readonly label: string }) {
  if ('heading' in block) {
    const Heading = `h${block.heading}` as const;
    return (
      <Heading id={block.id}>
        <Inlines inlines={block.text} />
      </Heading>
    );
  }
  if ('paragraph' in block)
    return (
      <p>
        <Inlines inlines={block.paragraph} />
      </p>
    );
  if ('pre' in block)
    return (
      // A scroll region must be focusable; otherwise content outside the window cannot be reached by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <pre tabIndex={0}>
        <code>{block.pre}</code>
      </pre>
    );
  if ('quote' in block)
    return (
      <blockquote>
        <DocumentBlocks blocks={block.quote} />
      </blockquote>
    );
  if ('items' in block) {
    const List = block.isOrdered ? 'ol' : 'ul';
    return (
      <List>
        {block.items.map((item, index) => (
          <li key={index}>
            <DocumentBlocks blocks={item} />
          </li>
        ))}
      </List>
    );
  }
  return (
    <ScrollingTable
      label={label}
      className={styles.table}
      columns={block.columns.map((cell) => ({ name: <Inlines inlines={cell} /> }))}
    >
      {block.rows.map((cells, row) => (
        <tr key={row}>
          {cells.map((cell, column) => (
            <td key={column}>
              <Inlines inlines={cell} />
            </td>
          ))}
        </tr>
      ))}
    </ScrollingTable>
  );
}

function Inlines({ inlines }: { readonly inlines: readonly Inline[] }) {
  return inlines.map((inline, index) => (
    <Fragment key={index}>
      <InlinePart inline={inline} />
    </Fragment>
  ));
}

function InlinePart({ inline }: { readonly inline: Inline }) {
  if (typeof inline === 'string') return inline;
  if ('code' in inline) return <code>{inline.code}</code>;
  if ('bold' in inline)
    return (
      <b>
        <Inlines inlines={inline.bold} />
      </b>
    );
  if ('italic' in inline)
    return (
      <em>
        <Inlines inlines={inline.italic} />
      </em>
    );
  const text = <Inlines inlines={inline.text} />;
  if (inline.to.startsWith('/')) return <PathLink path={inline.to}>{text}</PathLink>;
  return (
    <a href={inline.to} rel="noreferrer">
      {text}
    </a>
  );
}
