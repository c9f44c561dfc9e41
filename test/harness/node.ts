/** The program of a process that lasts for a test, optimising as late as this one: what runs for a second is compiled longer than it runs. */
export const NODE: readonly [string, ...string[]] = [
  process.execPath,
  ...process.execArgv.filter(flag => flag.startsWith('--interrupt-budget='))
];
