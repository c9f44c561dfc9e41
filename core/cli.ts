#!/usr/bin/env node
import { main } from './cli/main.js';

process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  out: line => void process.stdout.write(`${line}\n`),
  err: line => void process.stderr.write(`${line}\n`)
});
