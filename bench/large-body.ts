/** Sends one large body to a fresh server: memory must not grow with the size of the body. */
import { withMeasuredServer } from './measured-server.ts';
import { inMib, inMs, judge, MIB, type BenchmarkOptions, type Table } from './report.ts';

export async function measureLargeBody({ print, quiet }: BenchmarkOptions): Promise<readonly Table[]> {
  const growthMax = 150 * MIB;
  return await withMeasuredServer({ ASSAY_ROLE: 'web' }, async (server) => {
    const busy = await quiet();
    const before = await server.memory();
    const { result, peak } = await server.withPeak(
      async () =>
        await server.load({
          kind: 'upload',
          clients: 1,
          // Slightly below the limit, because the generated document is slightly larger than requested.
          bodyBytes: 100 * MIB - 100_000,
          timeMaxMs: 60_000,
          countMax: 1,
          warmUpCount: 0,
          services: 1,
          run: 1,
        }),
    );
    const after = await server.memory();
    const seconds = inMs(result.p50Ms);
    const cells = [before, peak, after, peak - before].map(inMib);
    print(`one body of ${inMib(result.bytes)}: ${seconds}, before/peak/after/growth ${cells.join(', ')}`);
    return [
      {
        title: 'Memory for a request body of 100 MiB, role `web`',
        notes: [`A new server, one upload. Load before: ${busy}.`],
        columns: ['body', 'time', 'before', 'peak', 'after', 'growth', 'target'],
        rows: [
          [
            inMib(result.bytes),
            seconds,
            ...cells,
            judge(result.answered === 1 && peak - before <= growthMax, '<= 150 MiB'),
          ],
        ],
      },
    ];
  });
}
