/**
 * A link to another view of the same page: other filters, another tab, another order. The link of the router calls every link
 * the current page whose filters are among those of the URL; here only what is said to be current is.
 */
import { useNavigate, useRouterState } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';

/** Names and values of the URL; undefined takes a name away. */
export type View = Readonly<Record<string, unknown>>;

export interface ViewLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** The whole view, or what to make of the current one. */
  readonly view: View | ((current: View) => View);
}

export function ViewLink({ view, children, ...rest }: ViewLinkProps) {
  const navigate = useNavigate();
  const { pathname, search: current } = useRouterState({ select: ({ location }) => location });
  const search = typeof view === 'function' ? view(current) : view;
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate({ to: '.', search, resetScroll: false });
  };
  return (
    <a href={`${pathname}${toQuery(search)}`} {...rest} onClick={follow}>
      {children}
    </a>
  );
}

function toQuery(view: View): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(view)) {
    if (typeof value === 'string' || typeof value === 'number') query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
