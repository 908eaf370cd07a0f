/** All labeled items. To add a table, add a file to `items` and a line here. */
import type { EvaluationItem } from './evaluation-item.ts';
import { configurationItems } from './items/configurations.ts';
import { distributionItems } from './items/distributions.ts';
import { featureItems } from './items/features.ts';
import { incompleteItems } from './items/incomplete.ts';
import { injectionItems } from './items/injections.ts';
import { inputItems } from './items/inputs.ts';
import { loweredItems } from './items/lowered.ts';
import { processorItems, runtimeItems } from './items/processors-and-runtimes.ts';
import { runtimeProtectionItems } from './items/runtime-protection.ts';
import { sbomFactItems } from './items/sbom-facts.ts';
import { systemItems } from './items/systems.ts';
import { trapItems } from './items/traps.ts';
import { unlimitedItems } from './items/unlimited.ts';

export const ITEMS: readonly EvaluationItem[] = [
  ...systemItems,
  ...processorItems,
  ...runtimeItems,
  ...featureItems,
  ...configurationItems,
  ...inputItems,
  ...runtimeProtectionItems,
  ...sbomFactItems,
  ...loweredItems,
  ...distributionItems,
  ...unlimitedItems,
  ...trapItems,
  ...injectionItems,
  ...incompleteItems,
];
