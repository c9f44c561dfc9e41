#!/usr/bin/env node
import { bundledMain } from './bundle.js';

// Whoever reads the output may have read enough, as `head` has. What serves over its output looks after itself.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' && process.stdout.listenerCount('error') === 1) process.exit();
});

const argv = process.argv.slice(2);
const main = bundledMain(argv, process.env) ?? (await import('./cli/main.js')).main;
process.exitCode = await main(argv, {
  env: process.env,
  out: line => void process.stdout.write(`${line}\n`),
  err: line => void process.stderr.write(`${line}\n`)
});
