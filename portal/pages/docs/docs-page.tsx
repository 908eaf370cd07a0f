/** The documentation, from the same files as docs/ in the repository. All of it is in this chunk, so the search needs no server. */
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { documentation } from 'virtual:documentation';
import { NotFound } from '../../parts/feedback/not-found.tsx';
import { PageHead } from '../../parts/layout/page-head.tsx';
import { useNarrow } from '../../parts/layout/use-narrow.ts';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { SearchBox } from '../../parts/navigation/search-box.tsx';
import { countOf } from '../../text/format/counts.ts';
import type { Documentation } from './document.ts';
import { DocumentBlocks } from './document-blocks.tsx';
import { HITS_MAX, searchSections, toSections } from './search-documents.ts';
import styles from './docs.module.css';

// `readDocumentation` makes it at build time.
const { groups, documents } = documentation as Documentation;
const SECTIONS = toSections(documents);

export function DocsPage() {
  const { pathname, hash } = useRouterState({ select: ({ location }) => location });
  const { q } = useSearch({ strict: false });
  const path = pathname.replace(/\/$/, '');
  const shown = documents.find((document) => document.path === path);
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [path, hash]);
  if (shown === undefined) return <NotFound />;
  return (
    <div className={styles.page}>
      <PageList path={path} />
      <div className={styles.content}>
        <PageHead title={`${shown.title} · Documentation`}>{q === undefined ? shown.title : 'Search results'}</PageHead>
        <div className={styles.search}>
          <SearchBox q={q} label="Search documentation" placeholder="Search documentation" />
        </div>
        {q === undefined ? (
          <article className={styles.document}>
            <DocumentBlocks key={path} blocks={shown.blocks} />
          </article>
        ) : (
          <Hits q={q} />
        )}
      </div>
    </div>
  );
}

/** All pages. On a phone, they are folded. */
function PageList({ path }: { readonly path: string }) {
  const list = (
    <nav aria-label="Documentation" className={styles.pages}>
      <PathLink path="/docs" aria-current={path === '/docs' ? 'page' : undefined}>
        All pages
      </PathLink>
      {groups.map(({ title, pages }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {pages.map((page) => (
              <li key={page.path}>
                <PathLink path={page.path} aria-current={page.path === path ? 'page' : undefined}>
                  {page.title}
                </PathLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
  const isNarrow = useNarrow();
  if (!isNarrow) return list;
  return (
    <details key={path} className={styles.fold}>
      <summary>Pages</summary>
      {list}
    </details>
  );
}

function Hits({ q }: { readonly q: string }) {
  const hits = searchSections(SECTIONS, q);
  const navigate = useNavigate();
  if (hits.length === 0)
    return (
      <p>
        No results.{' '}
        <PathLink
          path="/docs"
          onClick={(event) => {
            event.preventDefault();
            void navigate({ to: '/docs', search: {} });
          }}
        >
          Show all pages
        </PathLink>
      </p>
    );
  return (
    <>
      <output className={styles.count}>
        {hits.length < HITS_MAX ? countOf(hits.length, 'result') : `First ${HITS_MAX} results`}
      </output>
      <ul className={styles.hits}>
        {hits.map(({ path, page, heading, excerpt }) => (
          <li key={path}>
            <PathLink path={path}>{heading === '' ? page : `${page}: ${heading}`}</PathLink>
            <p>{excerpt}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
