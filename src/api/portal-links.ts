/** Addresses of pages of the portal, for texts that people read elsewhere. Undefined where nobody knows how we are reached. */

export function toPlanLink(publicUrl: string | undefined, serviceId: string, versionId: string): string | undefined {
  return publicUrl && `${publicUrl}/services/${serviceId}/versions/${versionId}?tab=remediation`;
}
