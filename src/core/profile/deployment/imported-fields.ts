/** Fields that the deployment documents of a profile show: confirmed for documents in force, otherwise suggestions. */
import { matchesImage } from '../applies-to.ts';
import { isDeployment } from '../profile-document.ts';
import type { AppliesTo, DocumentRef, ProfileFields } from '../security-profile.ts';
import type { LoadedDocument } from '../to-profile-view.ts';
import { detectFields } from './deployment-document.ts';

interface Deployed {
  readonly appliesTo: AppliesTo;
  readonly documents: readonly LoadedDocument[];
}

/** The newest confirmation counts for all fields, because they rest on all documents together. */
export function listImportedFields({ appliesTo, documents }: Deployed): ProfileFields {
  const used = documents.filter(({ inForce }) => inForce);
  const { confirmedBy = ASSUMED, confirmedAt } = newestOf(used);
  return Object.fromEntries(
    Object.entries(detect(appliesTo, used)).map(([path, field]) => [
      path,
      { ...field, confirmedBy, ...(confirmedAt !== undefined && { confirmedAt }) },
    ]),
  );
}

/** As if all documents were in force; empty if they are. */
export function suggestImportedFields({ appliesTo, documents }: Deployed): ProfileFields {
  return documents.every(({ inForce, document }) => inForce || !isDeployment(document))
    ? {}
    : detect(appliesTo, documents);
}

const ASSUMED = 'assumption';

function newestOf(documents: readonly LoadedDocument[]): Pick<DocumentRef, 'confirmedBy' | 'confirmedAt'> {
  const confirmed = documents.filter(({ document }) => isDeployment(document));
  return confirmed.reduce<Pick<DocumentRef, 'confirmedBy' | 'confirmedAt'>>(
    (newest, each) => ((each.confirmedAt ?? '') >= (newest.confirmedAt ?? '') ? each : newest),
    {},
  );
}

function detect({ images }: AppliesTo, documents: readonly LoadedDocument[]): ProfileFields {
  const deployments = documents.flatMap(({ name, document }) => (isDeployment(document) ? [{ name, document }] : []));
  if (deployments.length === 0) return {};
  return detectFields(deployments, (image) => images.some((pattern) => matchesImage(pattern, image)));
}
