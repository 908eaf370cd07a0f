/** All demo services, and the uploads of each of their versions. */
import { buildDocument } from './build-documents.ts';
import { type DemoService, type DemoVersion, applyLines, type DemoPackages } from './demo-service.ts';
import { GATEWAY } from './services/gateway.ts';
import { PAYMENTS } from './services/payments.ts';
import { RECOMMENDER } from './services/recommender.ts';
import { SHOP_API } from './services/shop-api.ts';
import { LEGACY_SERVICE, STATUS_PAGE_SERVICE, STOREFRONT_SERVICE } from './services/small-services.ts';

export const DEMO_SERVICES: readonly DemoService[] = [
  SHOP_API,
  PAYMENTS,
  RECOMMENDER,
  GATEWAY,
  STOREFRONT_SERVICE,
  LEGACY_SERVICE,
  STATUS_PAGE_SERVICE,
];

export interface DemoUpload {
  /** Set if there is no image to name the slot after. */
  readonly slot: string | undefined;
  readonly image: string | null;
  readonly text: string;
}

export interface DemoStep {
  readonly version: DemoVersion;
  readonly uploads: readonly DemoUpload[];
}

const NO_PACKAGES: DemoPackages = new Map();

export function toSteps({ documents, versions }: DemoService): readonly DemoStep[] {
  const packages: (DemoPackages | undefined)[] = documents.map(() => undefined);
  return versions.map((version) => {
    const uploads = documents.flatMap((document, index): readonly DemoUpload[] => {
      const lines = version.changes[index] ?? null;
      if (lines === null) return [];
      const before = packages[index] ?? applyLines(NO_PACKAGES, document.packages);
      const after = applyLines(before, lines);
      packages[index] = after;
      const text = buildDocument(document, version.name, after);
      if (document.image === undefined) return [{ slot: document.subject, image: null, text }];
      return [{ slot: undefined, image: `${document.image}:${version.name}`, text }];
    });
    return { version, uploads };
  });
}
