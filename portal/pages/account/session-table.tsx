/** Sessions of the user, and a button to end each. */
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WireSession } from '../../../src/api/contract/organization/person.ts';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Loading } from '../../parts/feedback/loading.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { TableRegion } from '../../parts/layout/table-region.tsx';
import { endSession, sessionList, signOutEverywhere } from '../../queries/account/sessions.ts';

export function SessionTable() {
  const queryClient = useQueryClient();
  const { data, error } = useQuery(sessionList());
  const everywhere = useMutation({
    mutationFn: signOutEverywhere,
    onSuccess: () => window.location.assign('/sign-in'),
  });
  const ending = useMutation({
    mutationFn: endSession,
    onSuccess: async () => await queryClient.invalidateQueries({ queryKey: sessionList().queryKey }),
  });
  const problem = error ?? everywhere.error ?? ending.error;
  return (
    <>
      {problem !== null && <Problem error={problem} />}
      {data === undefined && error === null && <Loading rows={2} />}
      {data !== undefined && (
        <TableRegion label="Sessions">
          <table>
            <thead>
              <tr>
                <th scope="col">Browser</th>
                <th scope="col">Signed in</th>
                <th scope="col">Last used</th>
                <th scope="col">Expires</th>
                <th scope="col">
                  <Button size="compact-xs" variant="default" onClick={() => everywhere.mutate()}>
                    Sign out everywhere
                  </Button>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => ending.mutate(session.id)} />
              ))}
            </tbody>
          </table>
        </TableRegion>
      )}
    </>
  );
}

function SessionRow({ session, onEnd }: { readonly session: WireSession; readonly onEnd: () => void }) {
  const { current, createdAt, lastUsedAt, expiresAt, userAgent, address } = session;
  return (
    <tr>
      <td>
        <UntrustedText text={`${userAgent || 'Unknown browser'}, from ${address}`} charactersMax={80} />
      </td>
      <td>
        <Age instant={createdAt} />
      </td>
      <td>
        <Age instant={lastUsedAt} />
      </td>
      <td>{expiresAt.slice(0, 10)}</td>
      <td>
        {current ? (
          'Current session'
        ) : (
          <Button size="compact-xs" variant="default" onClick={onEnd}>
            End session
          </Button>
        )}
      </td>
    </tr>
  );
}
