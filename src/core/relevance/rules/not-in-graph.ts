/**
 * R12. Every document says that its graph is complete, and no root leads to the component. Usually the document is of poor
 * quality.
 */
import { defineRule } from './rule.ts';

export const notInGraph = defineRule({ id: 'R12', version: 1, code: 'not-in-graph' }, ({ places }) =>
  places.length > 0 && places.every(({ inGraph }) => inGraph === false)
    ? {
        effect: 'annotate',
        state: 'in_triage',
        text: 'Not in the dependency graph, although every SBOM declares its graph complete.',
      }
    : undefined,
);
