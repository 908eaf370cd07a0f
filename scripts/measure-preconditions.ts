/**
 * Measures what the worst reader gets past the verifier, over real advisories. Run by hand; prints the figures of
 * docs/concepts/ai-evaluation.md and every claim that passes, to be read by a person.
 *
 *     ASSAY_TEST_DATA=/data node scripts/measure-preconditions.ts [--per-ecosystem 150] [--seed preconditions-1] [--ecosystems Debian,NuGet]
 */
import { parseArgs } from 'node:util';
import { canSupportPrecondition } from '../src/core/relevance/assessments/mentions/check-quote.ts';
import { foldTexts } from '../src/core/relevance/assessments/text/quotes.ts';
import { ECOSYSTEMS, listRealFindings, sampleFindings, TUNED_SEED } from '../test/quality/relevance/real-findings.ts';
import { listPassedClaims } from '../test/quality/relevance/worst-case-reader.ts';

const { values: options } = parseArgs({
  options: {
    'per-ecosystem': { type: 'string', default: '150' },
    seed: { type: 'string', default: TUNED_SEED },
    ecosystems: { type: 'string', default: ECOSYSTEMS.join(',') },
  },
});

const [counts, byType] = [{ all: 0, readable: 0, passed: 0, dismissed: 0 }, new Map<string, number>()];
for (const ecosystem of options.ecosystems.split(',')) {
  for (const { id, subject, texts } of sampleFindings(
    (await listRealFindings(ecosystem)) ?? [],
    Number(options['per-ecosystem']),
    options.seed,
  )) {
    const passed = listPassedClaims(subject, texts);
    counts.all += 1;
    if (canSupportPrecondition(foldTexts(texts, { id, name: subject.component.name }))) counts.readable += 1;
    if (passed.length > 0) counts.passed += 1;
    if (passed.some(({ isGuarded }) => !isGuarded)) counts.dismissed += 1;
    for (const { precondition, isGuarded } of passed) {
      const { type, value, quote } = precondition;
      byType.set(type, (byType.get(type) ?? 0) + 1);
      console.log(
        `${id} ${subject.component.name} ${subject.vulnerability.cwes.join(' ')} | ${texts[0]?.title}\n  ${isGuarded ? 'suggest' : 'dismiss'} ${type} ${value}: ${quote}`,
      );
    }
  }
}
console.error(counts, byType);
