/** Link to a page of the portal by path, for paths that are assembled and not built from a route. */
import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';

interface PathLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** Starts with one slash. */
  readonly path: string;
}

export function PathLink({ path, children, onClick, ...rest }: PathLinkProps) {
  const router = useRouter();
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain || event.defaultPrevented) return;
    event.preventDefault();
    router.history.push(path);
  };
  return (
    <a href={path} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
