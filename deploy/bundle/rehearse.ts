import { writeFileSync } from 'node:fs';
import v8 from 'node:v8';
import { bundleFiles, openBundle } from '../../core/bundle.js';

/**
 * Runs a command in its bundle with the input that stands ready, and keeps what V8 has compiled by then. In a process of its
 * own, whose settings of V8 stay as they are: what is kept counts only where they are the same.
 */
v8.setFlagsFromString = () => {};

const argv = process.argv.slice(2);
const files = bundleFiles(argv[0]!);
const { script, main } = openBundle(files);
const status = await main(argv, { env: process.env, out() {}, err: line => void process.stderr.write(`${line}\n`) });
writeFileSync(files.cache, script.createCachedData());
process.exit(status);
