import { readFileSync } from 'node:fs';

const EVERY_MS = 10;

/** Megabytes of memory that a process has now. */
export function residentOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kilobytes) / 1024;
}

/** Looks at a process until it is stopped: the most megabytes that it had. */
export function mostOf(pid: number): () => number {
  let most = residentOf(pid);
  const timer = setInterval(() => (most = Math.max(most, residentOf(pid))), EVERY_MS);
  return () => (clearInterval(timer), most);
}
