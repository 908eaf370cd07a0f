/** Output of govulncheck, as a stream of messages. */

export interface CallFinding {
  readonly id: string;
  readonly module: string;
  readonly version: string;
  /** `module`: the module is required. `package`: it is also imported. `symbol`: it is also called. */
  readonly level: 'module' | 'package' | 'symbol';
}

/** A record of the Go vulnerability database about functions of a package of the module. */
export function aGoRecord(
  id: string,
  module: string,
  aliases: readonly string[],
  symbols: readonly string[] = ['Parse'],
): Record<string, unknown> {
  return {
    id,
    aliases,
    affected: [
      {
        package: { name: module, ecosystem: 'Go' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }],
        ecosystem_specific: { imports: [{ path: `${module}/deep`, symbols }] },
      },
    ],
  };
}

export function aGovulncheckStream(
  records: readonly unknown[],
  findings: readonly CallFinding[],
  scanLevel = 'symbol',
): string {
  const config = { scanner_name: 'govulncheck', scanner_version: 'v1.1.4', scan_level: scanLevel, scan_mode: 'source' };
  const messages = [{ config }, ...records.map((osv) => ({ osv })), ...findings.flatMap(toMessages)];
  return messages.map((message) => JSON.stringify(message, null, 2)).join('\n');
}

function toMessages({ id: osv, module, version, level }: CallFinding): object[] {
  const imported = { module, version, package: `${module}/deep` };
  const called = { ...imported, function: 'Parse', position: { filename: 'deep/parse.go', line: 7 } };
  const main = { module: 'app', package: 'app', function: 'main', position: { filename: 'main.go', line: 12 } };
  const traces = { module: [[{ module, version }]], package: [[imported]], symbol: [[called, main]] };
  return traces[level].map((trace) => ({ finding: { osv, trace } }));
}
