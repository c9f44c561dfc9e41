import fc from 'fast-check';

/** Loaded before all tests: properties are tried on the same draws in every run, so that a failure can be had again. */
fc.configureGlobal({ seed: 20_261_122 });

/** Whether what is random is tried as often as before a release, and not only as often as finds a planted fault. */
export const thorough = process.env['BYLAW_TESTS'] === 'thorough';
