/**
 * Shown when a page cannot be rendered, or its code cannot be loaded, for instance after an upgrade of Assay. The frame stays.
 */
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import { ApiFailure } from '../../api/api-client.ts';
import { PageHead } from '../layout/page-head.tsx';
import { Notice } from './notice.tsx';
import { Problem } from './problem.tsx';

export function PageFailed({ error }: ErrorComponentProps) {
  return (
    <>
      <PageHead title="Could not be shown">This page could not be shown</PageHead>
      {error instanceof ApiFailure ? (
        <Problem error={error} />
      ) : (
        <Notice kind="bad" urgent>
          Something in the portal went wrong{error instanceof Error && `: ${error.message}`}. Nothing was changed.
        </Notice>
      )}
      <Button variant="default" mt="md" onClick={() => window.location.reload()}>
        Load it again
      </Button>
    </>
  );
}
