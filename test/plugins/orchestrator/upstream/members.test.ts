import { expect } from 'chai';
import fc from 'fast-check';
import { LargeAnswer } from '../../../../plugins/orchestrator/upstream/large-answer.js';
import { membersOf } from '../../../../plugins/orchestrator/upstream/members.js';
import { messageOf, TIMEOUT_META } from '../../../../plugins/orchestrator/upstream/message.js';

const bytes = (text: string) => Buffer.from(text).toString('latin1');
const parsed = (text: string) => JSON.parse(Buffer.from(text, 'latin1').toString()) as any;
const object = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 6 });
const spacing = fc.constantFrom(undefined, 1, '\t');

describe('finding values in JSON text', () => {
  it('gives each member of an object as it stands there', () => {
    fc.assert(
      fc.property(object, spacing, (value, space) => {
        const text = bytes(` ${JSON.stringify(value, undefined, space)} `);
        const members = membersOf(text)!;
        expect(members).to.deep.include({ repeated: false, open: undefined });
        const found = [...members.spans].map(([key, { start, end }]) => [
          Buffer.from(key, 'latin1').toString(),
          parsed(text.slice(start, end))
        ]);
        expect(found).to.deep.equal(Object.entries(JSON.parse(JSON.stringify(value))));
      })
    );
  });

  it('follows a value through pieces of any size to its end', () => {
    fc.assert(
      fc.property(fc.jsonValue(), spacing, fc.integer({ min: 1, max: 9 }), (value, space, size) => {
        const result = bytes(JSON.stringify({ value }, undefined, space));
        const text = `{"jsonrpc":"2.0", "result": ${result} , "id" : 7 }`;
        const from = text.indexOf(result) + 1;
        const large = LargeAnswer.in(text.slice(0, from))!;
        let passed = large.take(large.first);
        for (let at = from; at < text.length; at += size) passed += large.take(text.slice(at, at + size))!;
        expect(passed!.trim()).to.equal(result);
        expect(large.end()).to.include({ outcome: 'ok' });
      })
    );
  });

  it('tells a response that ends too early, or goes on where it should end', () => {
    const start = '{"jsonrpc":"2.0","id":7,"result":{"a":[1,"]}"';
    const over = (rest: string) => {
      const large = LargeAnswer.in(start)!;
      large.take(large.first);
      return large.take(rest) === undefined ? 'refused' : large.end().outcome;
    };
    expect(over(']}}\n')).to.equal('ok');
    for (const rest of ['', ']', ']}', ']},"id":', ']}}}', ']}},{}', `]}${' '.repeat(5000)}`])
      expect(over(rest), rest.slice(0, 20)).to.be.oneOf(['bad_response', 'refused']);
    expect(LargeAnswer.in('{"jsonrpc":"2.0","error":{"message":"long')).to.equal(undefined);
    expect(LargeAnswer.in('[{"result":{')).to.equal(undefined);
  });

  it('adds to parameters what a request needs, and changes nothing else', () => {
    const meta = fc.option(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }), { nil: undefined });
    fc.assert(
      fc.property(object, meta, spacing, (params, _meta, space) => {
        const { _meta: _other, ...rest } = params;
        const given = JSON.parse(JSON.stringify({ ...rest, ...(_meta === undefined ? {} : { _meta }) })) as object;
        const message = parsed(messageOf('tools/list', bytes(JSON.stringify(given, undefined, space))).text(7, 99.9));
        const { _meta: told, ...others } = message.params;
        const { _meta: before = {}, ...same } = given as { readonly _meta?: object };
        expect({ ...message, params: undefined }).to.deep.equal({
          jsonrpc: '2.0',
          id: 7,
          method: 'tools/list',
          params: undefined
        });
        expect(others).to.deep.equal(same);
        expect(told).to.deep.include({ ...before, [TIMEOUT_META]: 99 });
      })
    );
  });

  it('replaces the time that an orchestrator in front has told', () => {
    const params = `{"_meta":{"x":1,"${TIMEOUT_META}":5000,"y":2}}`;
    const told = parsed(messageOf('tools/list', params).text(1, 40)).params._meta;
    expect(told).to.deep.include({ x: 1, y: 2, [TIMEOUT_META]: 40 });
  });
});
