/** Preview of the exact request for a finding, built by the code that sends it. The preview sends nothing. */
import { Button, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireAiExample, WireAiSettings } from '../../../../src/api/contract/ai.ts';
import { CopyButton } from '../../../parts/actions/copy-button.tsx';
import { Loading } from '../../../parts/feedback/loading.tsx';
import { Notice } from '../../../parts/feedback/notice.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { aiExample } from '../../../queries/organization/ai.ts';
import { organizationFindings } from '../../../queries/findings/organization-findings.ts';
import { describePurpose, SHARING_LABELS } from '../../../text/analysis/ai-text.ts';
import { formatCount } from '../../../text/format/counts.ts';
import { toReadable } from './ai-exchange.tsx';
import settingsStyles from '../settings.module.css';
import styles from './ai.module.css';

export function AiPreview({ settings }: { readonly settings: WireAiSettings }) {
  const [findingId, setFindingId] = useState('');
  const [text, setText] = useState('');
  const found = useInfiniteQuery(organizationFindings({}));
  const { data, error, isFetching } = useQuery(aiExample(findingId));
  const first = found.data?.pages[0]?.items[0];
  return (
    <div className={settingsStyles.section}>
      <p className={settingsStyles.muted}>
        The exact request with “{SHARING_LABELS[settings.sharing].name}” and a masked key. The preview sends nothing.
      </p>
      <form
        className={settingsStyles.row}
        onSubmit={(event) => {
          event.preventDefault();
          setFindingId(toFindingId(text));
        }}
      >
        <TextInput
          label="Finding"
          description="ID or link."
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          className={styles.wide}
        />
        <Button type="submit" variant="default" disabled={text.trim() === ''}>
          Show request
        </Button>
        {first !== undefined && (
          <Button
            variant="default"
            onClick={() => {
              setText(first.id);
              setFindingId(first.id);
            }}
          >
            Use {first.vulnerability.id}
          </Button>
        )}
      </form>
      {error !== null && <Problem error={error} />}
      {isFetching && data === undefined && <Loading rows={4} />}
      {data?.requests.length === 0 && (
        <Notice kind="neutral">
          Nothing is sent for this finding. No sentence of its advisory names a precondition.
        </Notice>
      )}
      {data?.requests.map((request) => (
        <RequestShown key={request.purpose} request={request} />
      ))}
    </div>
  );
}

/** The last segment of a link is the id. */
function toFindingId(text: string): string {
  const path = text.trim().split(/[?#]/, 1)[0] ?? '';
  return path.slice(path.lastIndexOf('/') + 1);
}

function RequestShown({ request }: { readonly request: WireAiExample['requests'][number] }) {
  const { purpose, isComplete, method, url, headers, body, tokens } = request;
  const head = [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n');
  const shown = `${head}\n\n${toReadable(body)}`;
  return (
    <details className={styles.request}>
      <summary>
        <b>{describePurpose(purpose)}</b>
        <span className={settingsStyles.muted}>, about {formatCount(tokens)} tokens</span>
      </summary>
      {!isComplete && <Notice kind="neutral">Incomplete: some content depends on an earlier response.</Notice>}
      {/* A scroll area must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.body} tabIndex={0} aria-label={`Request: ${describePurpose(purpose)}`}>
        {shown}
      </pre>
      <CopyButton text={`${head}\n\n${body}`} label={`Copy request: ${describePurpose(purpose)}`}>
        Copy request
      </CopyButton>
    </details>
  );
}
