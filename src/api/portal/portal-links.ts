/** URLs of portal pages, for texts read outside the portal. Undefined if no public URL is configured. */

export function toPlanLink(publicUrl: string | undefined, serviceId: string, versionId: string): string | undefined {
  return publicUrl && `${publicUrl}/services/${serviceId}/versions/${versionId}?tab=remediation`;
}
