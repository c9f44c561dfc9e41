// Facts: typed values, and how files say that they are computed from records.

export { CalendarKind } from './calendar-kind.js';
export type { NamedCalendar } from './calendar-kind.js';
export { compileFacts, isAsDeclared, isOfLine } from './declared-facts.js';
export type { DeclaredFact, FactText } from './declared-facts.js';
export { isoDate, parseMoment, workingDayAfter } from './moments.js';
export { READERS, word } from './read-values.js';
export { Scope } from './scope.js';
export type { Shape, Shapes } from './shapes.js';
