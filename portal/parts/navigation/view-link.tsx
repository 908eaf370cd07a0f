/**
 * Link to another view of the same page: other filters, another tab or another order. The router's own link marks every link as
 * current whose parameters are a subset of the URL; here, only the given one is current.
 */
import { useNavigate, useRouterState } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';

/** Query parameters; undefined removes one. */
export type View = Readonly<Record<string, unknown>>;

interface ViewLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** The whole view, or a function of the current one. */
  readonly view: View | ((current: View) => View);
}

export function ViewLink({ view, children, ...rest }: ViewLinkProps) {
  const navigate = useNavigate();
  const { pathname, search: current } = useRouterState({ select: ({ location }) => location });
  const search = typeof view === 'function' ? view(current) : view;
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void navigate({ to: '.', search, resetScroll: false });
  };
  return (
    <a href={`${pathname}${toQuery(search)}`} {...rest} onClick={follow}>
      {children}
    </a>
  );
}

/** Other clicks open a tab or a window. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

export function toQuery(view: View): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(view)) {
    if (typeof value === 'string' || typeof value === 'number') query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
