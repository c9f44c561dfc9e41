import { expect } from 'chai';
import fc from 'fast-check';
import { isAfter, parseMoment } from '../../../core/facts/moments.js';

describe('calendar', () => {
  it('counts calendar days in UTC', () => {
    const seconds = fc.integer({ min: 0, max: 4_000_000_000 });
    fc.assert(
      fc.property(seconds, at => parseMoment(new Date(at * 1000).toISOString())!.day === Math.floor(at / 86_400))
    );
  });

  it('reads dates, offsets and fractions alike', () => {
    const at = Date.parse('2026-04-05T22:30:00Z');
    for (const text of [
      '2026-04-05T22:30:00Z',
      '2026-04-05 22:30',
      '2026-04-06T00:30:00+02:00',
      '2026-04-05T17:30:00.000000-0500',
      '2026-04-05t22:30:00z'
    ])
      expect(parseMoment(text), text).to.deep.equal({ at, day: Math.floor(at / 86_400_000) });
    expect(parseMoment('2026-04-05')).to.deep.equal({ at: undefined, day: Math.floor(at / 86_400_000) });
  });

  it('knows no impossible moments', () => {
    for (const text of [
      '2026-02-30',
      '2026-04-05T24:00:00Z',
      '2026-04-05T10:60Z',
      '05.04.2026',
      '',
      null,
      1775428200,
      '2026-04-05T10:00:00Zulu'
    ])
      expect(parseMoment(text), String(text)).to.equal(undefined);
  });

  it('takes a bare date as later only than an earlier day', () => {
    const moment = (text: string) => parseMoment(text)!;
    expect(isAfter(moment('2026-04-05'), moment('2026-04-05T00:00:00Z'))).to.equal(false);
    expect(isAfter(moment('2026-04-06'), moment('2026-04-05T23:00:00Z'))).to.equal(true);
    expect(isAfter(moment('2026-04-05T10:00:01Z'), moment('2026-04-05T10:00:00Z'))).to.equal(true);
  });
});
