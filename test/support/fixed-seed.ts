/** Property tests use the same values in every run. `ASSAY_TEST_SEED` sets another seed. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['ASSAY_TEST_SEED'] ?? 1) });
