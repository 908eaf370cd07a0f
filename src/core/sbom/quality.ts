/**
 * Rates how much a document says, because poor documents are the first cause of missed vulnerabilities. The elements are the minimum
 * elements of an SBOM (NTIA, 2021: supplier, name, version, other identifiers, relationships, author, time) and hashes; the weights
 * follow what matching and remediation need. https://www.ntia.gov/report/2021/minimum-elements-software-bill-materials-sbom
 */
import { QUALITY_ELEMENTS, type QualityElement } from '../vocabulary/sbom.ts';
import type { Component, Inventory } from './inventory.ts';

export interface SbomQuality {
  /** 0 to 100: the weighted mean of the shares. 0 for a document without components. */
  readonly score: number;
  readonly elements: readonly ElementCount[];
}

export interface ElementCount {
  readonly element: QualityElement;
  /** Components that have it, of all packages of the document; for the document itself, 0 or 1 of 1. */
  readonly present: number;
  readonly total: number;
}

const WEIGHTS: Readonly<Record<QualityElement, number>> = {
  identifier: 35,
  version: 20,
  relationships: 20,
  supplier: 5,
  hash: 10,
  tool: 5,
  time: 5,
};

/** Types that have no package identity, so that nothing is missing. */
const NO_PACKAGES: ReadonlySet<string> = new Set(['operating-system', 'file', 'data', 'cryptographic-asset']);

export function rateSbom(inventory: Pick<Inventory, 'components' | 'edges' | 'tool' | 'about'>): SbomQuality {
  const { components, edges, tool, about } = inventory;
  const isRelated = new Uint8Array(components.length);
  // The subject is not a component; an element before the first is ignored.
  for (const node of edges) isRelated[node] = 1;
  const isPackage = ({ type }: Component): boolean => !NO_PACKAGES.has(type);
  const packages = components.filter(isPackage);
  const count = (has: (component: Component) => boolean): number =>
    packages.reduce((sum, component) => sum + Number(has(component)), 0);
  const present: Readonly<Record<QualityElement, number>> = {
    identifier: count(({ purls, cpes }) => purls.length > 0 || cpes.length > 0),
    version: count(({ version = '' }) => version !== ''),
    relationships: components.reduce((sum, each, node) => sum + (isRelated[node] === 1 && isPackage(each) ? 1 : 0), 0),
    supplier: count(({ details }) => details?.supplier !== undefined),
    hash: count(({ details }) => details?.hashes !== undefined),
    tool: Number(tool !== undefined),
    time: Number(about?.isDated === true),
  };
  const elements = QUALITY_ELEMENTS.map((element) => {
    const isOfDocument = element === 'tool' || element === 'time';
    return { element, present: present[element], total: isOfDocument ? 1 : packages.length };
  });
  if (packages.length === 0) return { score: 0, elements };
  const points = elements.reduce((sum, each) => sum + (WEIGHTS[each.element] * each.present) / each.total, 0);
  // A document that lacks one element of many components must not read as complete.
  return { score: Math.floor(points + 1e-9), elements };
}

/** Generators that state an element rarely, in real documents of each, and what states it instead. */
const ADVICE: Readonly<
  Record<QualityElement, { readonly cure: string; readonly rare?: Readonly<Record<string, string>> }>
> = {
  identifier: {
    cure: 'Components without a package URL cannot be checked. Create the SBOM from the lockfile, the build or the image, with a tool that writes package URLs, for example cdxgen, Syft, Trivy or a CycloneDX plugin of the build tool.',
    rare: {
      'spdx-maven-plugin': 'The SPDX Maven plugin writes no package URLs. Use the CycloneDX Maven plugin.',
      'sigs.k8s.io/bom': 'bom writes files as packages. Add the package lists of the image with Syft or Trivy.',
    },
  },
  version: {
    cure: 'Components without a version cannot be checked. Create the SBOM after dependencies are resolved: from the lockfile or the build, not from the manifest.',
  },
  relationships: {
    cure: 'Without dependencies, Assay cannot say which direct dependency to upgrade. cdxgen, Trivy, "npm sbom" and the CycloneDX plugins of build tools write them.',
    rare: {
      syft: 'Syft writes few dependencies. cdxgen, Trivy, "npm sbom" and the CycloneDX plugins of build tools write them.',
    },
  },
  supplier: {
    cure: 'The supplier is a minimum element of NTIA. It is not needed to find vulnerabilities.',
  },
  hash: {
    cure: 'Hashes identify files without coordinates. "npm sbom" and the CycloneDX plugins of build tools write them.',
  },
  tool: {
    cure: 'Name the tool that created the document (CycloneDX "metadata.tools", SPDX "creators").',
  },
  time: {
    cure: 'State when the document was created (CycloneDX "metadata.timestamp", SPDX "created").',
  },
};

/** What to change so that the element is complete; null if it is. */
export function adviseOnElement({ element, present, total }: ElementCount, tool: string | null): string | null {
  if (present === total) return null;
  const { cure, rare = {} } = ADVICE[element];
  const used = tool?.toLowerCase() ?? '';
  return Object.entries(rare).find(([name]) => used.startsWith(name))?.[1] ?? cure;
}
