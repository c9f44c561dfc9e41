import { readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second. */
const TICK_US = 10_000;

/** What a process and those of its children that have ended spent so far, in microseconds of CPU; undefined where it is gone. */
export function processTimes(pid: number) {
  try {
    // The name of the command comes in parentheses and may hold spaces; numbers follow it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ').map(Number);
    const [, parent, , , , , , , , , , user, system, userReaped, systemReaped] = fields as number[];
    return { parent: parent!, spent: (user! + system!) * TICK_US, reaped: (userReaped! + systemReaped!) * TICK_US };
  } catch {
    return undefined;
  }
}
