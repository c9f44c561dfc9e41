#!/usr/bin/env node
import { main } from './cli/main.js';

// Whoever reads the output may have read enough, as `head` has. What serves over its output looks after itself.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' && process.stdout.listenerCount('error') === 1) process.exit();
});

process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  out: line => void process.stdout.write(`${line}\n`),
  err: line => void process.stderr.write(`${line}\n`)
});
