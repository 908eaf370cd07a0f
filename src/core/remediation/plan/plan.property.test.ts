/**
 * Invariants of every plan: nothing is counted twice, applying it leaves what it predicts, and the order of the input does not
 * matter.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aPlanInput, aPlanPackage, findingsIn, recordOf, SAME_FACTS } from '../../../../test/support/remediation.ts';
import { canonicalPackage } from '../../match/identify-package.ts';
import { isVerified } from './plan-action.ts';
import { makePlan, type Plan } from './plan.ts';
import type { PlanInput, PlanPackage } from './plan-input.ts';
import { predict, substituteVersions, type CountedFinding } from './predict.ts';
import { recommend } from '../recommend.ts';
import { runToEnd } from '../../steps.ts';

const NAMES = ['a', 'b', 'c'];
const VERSIONS = ['0.1.0', '0.2.0', '1.0.0', '1.1.0', '1.2.0', '2.0.0', '2.1.0', '3.0.0'];

const version = fc.constantFrom(...VERSIONS);
const record = fc.record({
  name: fc.constantFrom(...NAMES),
  introduced: fc.oneof(fc.constant('0'), version),
  fixed: fc.oneof({ weight: 5, arbitrary: version }, fc.constant(undefined)),
});
const scenario = fc.record({
  records: fc.array(record, { minLength: 1, maxLength: 10 }),
  installed: fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), version), {
    minLength: 1,
    maxLength: 6,
    selector: (pair) => pair.join('@'),
  }),
  filtered: fc.nat(9),
  due: fc.nat(9),
  // Introduced by a parent without a release that is known to help.
  transitive: fc.constantFrom('', ...NAMES),
});

/** The risk depends only on the number of the CVE id. */
const riskOf = (groupId: string): number => 10 + Number(groupId.split('-')[2]) * 3.3;
const factsOf = (groupId: string) => ({ ...SAME_FACTS, risk: Math.round(riskOf(groupId) * 10) / 10 });

function inputOf({
  records,
  installed,
  filtered,
  due,
  transitive,
}: typeof scenario extends fc.Arbitrary<infer Value> ? Value : never): PlanInput {
  const osv = records.map(({ name, introduced, fixed }, n) =>
    recordOf('npm', name)(`CVE-2024-${1000 + n}`, { introduced }, ...(fixed === undefined ? [] : [{ fixed }])),
  );
  const packages = installed.map(([name, at]) =>
    withFacts(
      aPlanPackage(`pkg:npm/${name}@${at}`, osv, {
        position:
          name === transitive ? { direct: false, introducedBy: ['parent'] } : { direct: true, introducedBy: [] },
      }),
    ),
  );
  const findings = findingsIn(packages, ({ groupId }) => ({
    risk: factsOf(groupId).risk,
    band: `P${Number(groupId.split('-')[2]) % 5}`,
    isFiltered: Number(groupId.split('-')[2]) === 1000 + filtered,
    dueAt: Number(groupId.split('-')[2]) === 1000 + due ? '2026-01-02T00:00:00.000000Z' : null,
  }));
  return aPlanInput(
    packages.filter(({ id }) => findings.some(({ packageId }) => packageId === id)),
    { findings, factsOf },
  );
}

function withFacts(each: PlanPackage): PlanPackage {
  const { package: packageVersion, entries, name } = each;
  return { ...each, ...recommend({ package: packageVersion, entries, factsOf }, { name, at: '2026-01-01T00:00:00Z' }) };
}

/** Returns the inventory after the plan, matched from scratch. */
function apply({ packages }: PlanInput, { actions }: Plan): readonly PlanPackage[] {
  const changed = new Map(substituteVersions(packages, actions).map((each) => [each.packageId, each.package]));
  return packages.flatMap((each) => {
    const now = changed.get(each.id);
    if (now === null) return [];
    return [now === undefined ? each : withFacts({ ...each, package: now })];
  });
}

function countedIn(each: PlanPackage): readonly CountedFinding[] {
  const component = canonicalPackage(each.package);
  return findingsIn([each]).map(({ groupId, severity }) => ({
    component,
    groupId,
    severity,
    risk: factsOf(groupId).risk,
    dueAt: null,
    status: 'relevant',
    isFiltered: false,
  }));
}

describe('a plan', () => {
  it('counts every finding once, and its gains equal the removed risk', () => {
    fc.assert(
      fc.property(scenario, (each) => {
        const input = inputOf(each);
        const { actions, before, residual } = runToEnd(makePlan(input));
        const open = input.findings.filter(({ isFiltered }) => !isFiltered);
        const verified = actions.filter(isVerified);
        const ended = new Set(verified.flatMap(({ fixes }) => fixes));

        const endedRisk = open
          .filter(({ id }) => ended.has(id))
          .reduce((sum, { risk }) => sum + Math.round(risk * 10), 0);
        const brought = new Map(
          verified.flatMap(({ package: { key }, to, introduces }) =>
            introduces.map((groupId) => [`${key} ${to} ${groupId}`, groupId]),
          ),
        );
        const broughtRisk = [...brought.values()].reduce(
          (sum, groupId) => sum + Math.round(factsOf(groupId).risk * 10),
          0,
        );
        const gains = actions.reduce((sum, { gain }) => sum + Math.round(gain * 10), 0);
        expect(gains).toBe(endedRisk - broughtRisk);
        expect(before.findings).toBe(open.length);
        expect(residual.map(({ finding }) => finding)).toEqual(
          open
            .filter(({ id }) => !ended.has(id))
            .map(({ id }) => id)
            .toSorted(),
        );
        expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
      }),
    );
  });

  it('leaves exactly the predicted findings when its versions are matched again', () => {
    fc.assert(
      fc.property(scenario, (each) => {
        const input = inputOf({ ...each, filtered: 99 });
        const plan = runToEnd(makePlan(input));
        const substitutions = substituteVersions(input.packages, plan.actions);
        const rematched = substitutions.map(({ packageId, step, package: now }) => {
          const before = input.packages.filter(({ id }) => id === packageId);
          return {
            packageId,
            step,
            findings: now === null ? [] : before.flatMap((it) => countedIn({ ...it, package: now })),
          };
        });
        const now = input.packages.map((it) => ({ packageId: it.id, findings: countedIn(it) }));
        const prediction = runToEnd(predict(now, rematched, plan.actions));

        const found = new Set(
          apply(input, plan).flatMap((it) => countedIn(it).map(({ component, groupId }) => `${component} ${groupId}`)),
        );
        expect(prediction.remaining.map(({ component, groupId }) => `${component} ${groupId}`)).toEqual(
          [...found].toSorted(),
        );
        plan.actions.forEach((action, step) => {
          if (isVerified(action)) return;
          expect(prediction.steps[step]?.risk).toBe(prediction.steps[step - 1]?.risk ?? prediction.before.risk);
        });
        expect(prediction.steps.at(-1)?.findings ?? prediction.before.total).toBe(found.size);
        expect(prediction.steps.at(-1)?.risk ?? prediction.before.risk).toBe(prediction.after.risk);
      }),
    );
  });

  it('leaves no upgrade for packages that it has upgraded', () => {
    fc.assert(
      fc.property(scenario, (each) => {
        const input = inputOf({ ...each, filtered: 99 });
        const plan = runToEnd(makePlan(input));
        const changed = new Set(
          plan.actions
            .filter((action) => isVerified(action) && action.to !== null)
            .flatMap(({ changes }) => changes.map(({ packageId }) => packageId)),
        );
        const packages = apply(input, plan);
        const again = runToEnd(
          makePlan({
            ...input,
            packages,
            findings: findingsIn(packages, ({ groupId }) => ({ risk: factsOf(groupId).risk })),
          }),
        );
        const repeated = again.actions.filter(
          ({ changes, to }) => to !== null && changes.some(({ packageId }) => changed.has(packageId)),
        );

        expect(repeated).toEqual([]);
      }),
    );
  });

  it('does not depend on the order of packages, findings and entries', () => {
    fc.assert(
      fc.property(scenario, (each) => {
        const input = inputOf(each);
        const reversed = {
          ...input,
          packages: input.packages.toReversed().map((it) => withFacts({ ...it, entries: it.entries.toReversed() })),
          findings: input.findings.toReversed(),
        };

        expect(runToEnd(makePlan(reversed))).toEqual(runToEnd(makePlan(input)));
      }),
    );
  });
});
