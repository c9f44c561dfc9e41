import { expect } from 'chai';
import fc from 'fast-check';
import { compareMoney, formatMoney, parseMoney, sumMoney, timesQuantity } from '../../../core/money/decimal.js';

const cents = fc.bigInt({ min: 0n, max: 10n ** 14n });
const written = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;

describe('money', () => {
  it('adds and multiplies without losing a cent', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cents, fc.nat(1000))), lines => {
        const sum = sumMoney(lines.map(([price, quantity]) => timesQuantity(parseMoney(written(price))!, quantity)));
        const exact = lines.reduce((total, [price, quantity]) => total + price * BigInt(quantity), 0n);
        expect(formatMoney(sum)).to.equal(written(exact));
      })
    );
  });

  it('compares by value', () => {
    fc.assert(
      fc.property(cents, cents, (a, b) => compareMoney(written(a), written(b)) === (a < b ? -1 : a > b ? 1 : 0))
    );
    expect(compareMoney('25', '25.00')).to.equal(0);
  });

  it('reads plain decimals only', () => {
    for (const text of ['25.00', '0', '-3.5', '0.000001']) expect(parseMoney(text), text).to.not.equal(undefined);
    for (const text of [
      25,
      '25,00',
      '1e3',
      ' 25',
      '25.',
      '.5',
      '',
      'NaN',
      null,
      undefined,
      '1,250.00',
      '9'.repeat(31),
      '1.0000001'
    ])
      expect(parseMoney(text), String(text)).to.equal(undefined);
  });

  it('shows two decimals, rounded half up, and the currency when asked', () => {
    expect(formatMoney(parseMoney('2.005')!)).to.equal('2.01');
    expect(formatMoney(parseMoney('25')!, 'USD')).to.equal('25.00 USD');
  });
});
