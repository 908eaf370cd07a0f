/** The text printed when Assay is ready: always the URL, and once the credentials of the first start. */
import type { RunningAssay } from '../../../main.ts';
import type { DemoReport } from '../../../pipeline/demo/load-demo.ts';

export function describeStart({
  url,
  warnings,
  firstStart,
}: Pick<RunningAssay, 'url' | 'warnings' | 'firstStart'>): string {
  const lines = [''];
  if (url === undefined) lines.push('Assay is ready: this process runs jobs and does not serve requests.');
  else lines.push(`Assay is ready at ${url}`, `  Portal         ${url}/`, `  API reference  ${url}/api/docs`);
  for (const warning of warnings) lines.push(`  Warning: ${warning}`);
  return `${[...lines, ...describeFirstStart({ url, firstStart })].join('\n')}\n\n`;
}

/** Includes the generated credentials, which are shown nowhere else: logs go to standard error. */
function describeFirstStart({ url, firstStart }: Pick<RunningAssay, 'url' | 'firstStart'>): string[] {
  if (firstStart === undefined) return [];
  const { ownerEmail, generatedPassword, generatedToken, passwordProblem } = firstStart;
  const lines = ['', 'First start: created an organization and its owner.', `  E-mail    ${ownerEmail}`];
  if (passwordProblem !== undefined)
    lines.push(`  Warning: the password in ASSAY_OWNER_PASSWORD ${passwordProblem}. Change it in the portal.`);
  if (generatedPassword !== undefined) lines.push(`  Password  ${generatedPassword}`);
  if (generatedToken === undefined) return lines;
  return [
    ...lines,
    `  Token     ${generatedToken}`,
    '',
    'These credentials are shown only once: save them. Upload your first SBOM:',
    '',
    ...toCurl(url ?? '', generatedToken),
  ];
}

function toCurl(url: string, token: string): string[] {
  return [
    `  curl -H "Authorization: Bearer ${token}" \\`,
    '       -H "Content-Type: application/json" --data-binary @sbom.json \\',
    `       "${url}/api/v2/service/my-service/version/1.0.0/sbom"`,
  ];
}

export function describeDemo({ services, versions, unchanged }: DemoReport): string {
  const what = `${services} services with ${versions} versions, named demo-...`;
  return unchanged ? `Demo data is already loaded: ${what}\n` : `Loaded demo data: ${what}\n`;
}
