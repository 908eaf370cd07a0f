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
      <PageHead title="Page error">This page could not be loaded</PageHead>
      {error instanceof ApiFailure ? (
        <Problem error={error} />
      ) : (
        <Notice kind="bad" urgent>
          Unexpected error{error instanceof Error && `: ${error.message}`}. No data was changed.
        </Notice>
      )}
      <Button variant="default" mt="md" onClick={() => window.location.reload()}>
        Reload page
      </Button>
    </>
  );
}
