/** Services without a security profile: only what the SBOM of the image shows is known, and it contradicts the advisory. */
import { fromSbom } from '../profile-parts.ts';
import { itemsOf } from '../written-item.ts';

export const sbomFactItems = itemsOf('core', [
  {
    id: 'sbom-alone-system',
    of: 'npm serve-hedge 2.0.4',
    title: 'Names with a trailing dot get around the list',
    details:
      'Names that end in a dot are compared as they are and opened without the dot, so a listed file can be read. Only hosts that run Windows are affected, because no other system drops the dot.',
    needs: [['os', 'windows', 'Only hosts that run Windows are affected']],
    is: 'requires_environment',
    because: 'The image is one of Linux.',
    onlyKnown: { 'runtime.os': fromSbom('linux'), 'runtime.containerized': fromSbom('yes') },
  },
  {
    id: 'sbom-alone-processor',
    of: 'Debian libabacus2 1.4-2',
    title: 'Sum of two lengths wraps around',
    details:
      'Two lengths of a table are added before they are compared with its size. Only 32-bit ARM builds are affected, where the sum wraps around and memory behind the table is read.',
    needs: [['arch', 'arm', 'Only 32-bit ARM builds are affected']],
    is: 'requires_environment',
    because: 'The image is one of amd64.',
    onlyKnown: { 'runtime.os': fromSbom('linux'), 'runtime.arch': fromSbom(['amd64']) },
  },
]);
