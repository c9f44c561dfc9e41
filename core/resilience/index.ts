export { Budget } from './budget.js';
export { Limit, limitedBy, TimedOut, deadline, withDeadline } from './deadline.js';
export type { Deadline } from './deadline.js';
export { Repeats } from './repeats.js';
export { Turns } from './turns.js';
export { within } from './within.js';
