/** One page for what does not exist and for what one may not see: the difference would tell strangers what exists. */
import { Link } from '@tanstack/react-router';
import { PageHead } from './page-head.tsx';

export function NothingHere() {
  return (
    <>
      <PageHead title="Nothing here">Nothing here</PageHead>
      <p>
        There is nothing here, or you cannot see it. <Link to="/services">All services</Link>
      </p>
    </>
  );
}
