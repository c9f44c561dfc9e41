import { makeSnapshot } from './cli/make-snapshot.js';

// The last step of a build, after the compiler.
for (const problem of await makeSnapshot()) process.stderr.write(`${problem}\n`);
