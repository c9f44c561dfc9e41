export { Budget } from './budget.js';
export { TimedOut, deadline, withDeadline } from './deadline.js';
export type { Deadline } from './deadline.js';
export { within } from './within.js';
