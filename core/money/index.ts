// Decimal money: exact, never binary floating point.
export { compareMoney, decimalOf, formatMoney, parseMoney, sumMoney, timesQuantity } from './decimal.js';
export type { Decimal } from './decimal.js';
