/** The line that sends an SBOM from a shell, as it can be pasted. */

/** Names go into the URL percent-encoded; what is left needs no care inside double quotes. */
export function toUploadCommand(origin: string, token: string, service = 'my-service', version = '1.0.0'): string {
  const path = `/api/v2/service/${encodeURIComponent(service)}/version/${encodeURIComponent(version)}/sbom`;
  return [
    `curl -H "Authorization: Bearer ${token}" \\`,
    '     -H "Content-Type: application/json" --data-binary @sbom.json \\',
    `     "${origin}${path}"`,
  ].join('\n');
}
