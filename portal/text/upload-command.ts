/** Shell command that uploads an SBOM. */

/** Names are percent-encoded in the URL; the result is safe inside double quotes. */
export function toUploadCommand(origin: string, token: string, service = 'my-service', version = '1.0.0'): string {
  const path = `/api/v2/service/${encodeURIComponent(service)}/version/${encodeURIComponent(version)}/sbom`;
  return [
    `curl -H "Authorization: Bearer ${token}" \\`,
    '     -H "Content-Type: application/json" --data-binary @sbom.json \\',
    `     "${origin}${path}"`,
  ].join('\n');
}
