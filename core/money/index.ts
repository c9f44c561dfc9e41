// Decimal money: exact, never binary floating point.
export { compareMoney, formatMoney, parseMoney, sumMoney, timesQuantity } from './decimal.js';
export type { Decimal } from './decimal.js';
