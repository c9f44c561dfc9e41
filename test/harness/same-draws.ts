import fc from 'fast-check';

/** Loaded before all tests: properties are tried on the same draws in every run, so that a failure can be had again. */
fc.configureGlobal({ seed: 20_261_122 });
