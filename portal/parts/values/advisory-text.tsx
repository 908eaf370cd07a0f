/** Description of an advisory, parsed by our own small Markdown parser and rendered as elements, never as HTML. */
import { parseAdvisoryText, type Block, type Inline } from '../../text/untrusted/advisory-markdown.ts';
import { countOf } from '../../text/format/counts.ts';
import { toVisibleText } from '../../text/untrusted/visible-text.ts';
import styles from './advisory-text.module.css';

export function AdvisoryText({ markdown }: { readonly markdown: string }) {
  const { blocks, cut } = parseAdvisoryText(markdown);
  return (
    <div className={styles.text}>
      {blocks.map((block, index) => (
        // Blocks are never added or moved, so the index is a stable key.
        <BlockPart key={index} block={block} />
      ))}
      {cut > 0 && <p className={styles.cut}>{countOf(cut, 'more character')} not shown.</p>}
    </div>
  );
}

function BlockPart({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'code':
      // Line breaks in code are significant.
      return <pre className={styles.code}>{block.text.split('\n').map(toVisibleText).join('\n')}</pre>;
    case 'heading':
      return (
        <p className={styles.heading}>
          <Inlines inlines={block.inlines} />
        </p>
      );
    case 'paragraph':
      return (
        <p>
          <Inlines inlines={block.inlines} />
        </p>
      );
    case 'list': {
      const List = block.isNumbered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((inlines, index) => (
            <li key={index}>
              <Inlines inlines={inlines} />
            </li>
          ))}
        </List>
      );
    }
    default:
      return null;
  }
}

const ELEMENTS = { text: 'bdi', strong: 'strong', emphasis: 'em', code: 'code' } as const;

function Inlines({ inlines }: { readonly inlines: readonly Inline[] }) {
  return inlines.map((inline, index) => {
    const text = toVisibleText(inline.text);
    if (inline.kind !== 'link') {
      const Element = ELEMENTS[inline.kind];
      return <Element key={index}>{text}</Element>;
    }
    return (
      <a key={index} href={inline.href} target="_blank" rel="noopener nofollow" title={inline.href}>
        {text}
        {!text.includes(inline.host) && ` (${inline.host})`}
      </a>
    );
  });
}
