import { expect } from 'chai';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { ResolverAssembly } from '../../../../plugins/support/refer/resolve.js';
import type { KnownOrder, Resolution, Resolver } from '../../../../plugins/support/refer/types.js';
import { CONTEXTS, DEMO, FASHION, NOW } from './customers.js';
import { shippedSet } from './shipped-set.js';

interface Case {
  readonly text: string;
  readonly in: string;
  readonly orders: readonly string[];
  readonly lines?: readonly string[];
  readonly unknown?: readonly string[];
  readonly candidates?: readonly string[];
  readonly excluded?: readonly string[];
  readonly quantity?: number | null;
  readonly whole?: boolean;
  readonly corrects?: boolean;
  readonly certain: boolean;
}

const CASES = readFileSync('test/data/references.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as Case);

const short = (id: string): string => id.replace('ORD-', '');
const at = ({ order_id, line_id }: { order_id: string; line_id: string }): string => `${short(order_id)}/${line_id}`;

/** What a case says of a resolution; the rest is left out. */
function told(resolution: Resolution, expected: Case): object {
  const { orders, lines, unknown, candidates, excluded, quantity, whole, corrects, certain } = resolution;
  const all = {
    orders: orders.map(({ order_id }) => short(order_id)),
    lines: lines.map(at),
    unknown,
    candidates: [...candidates.orders.map(short), ...candidates.lines.map(at)],
    excluded: [...excluded.orders.map(short), ...excluded.lines.map(at)],
    quantity,
    whole,
    corrects,
    certain
  };
  const asked = { lines: [], unknown: [], candidates: [], excluded: [], ...expected };
  return Object.fromEntries(Object.entries(all).filter(([key]) => key in asked));
}

const wanted = ({ text: _text, in: _in, ...rest }: Case): object => ({
  lines: [],
  unknown: [],
  candidates: [],
  excluded: [],
  ...rest
});

describe('references of a message', () => {
  let resolver: Resolver;

  before(async () => {
    resolver = (await shippedSet()).get(ResolverAssembly);
  });

  for (const one of CASES)
    it(`${one.in}: ${one.text}`, () => {
      expect(told(resolver.resolve(one.text, CONTEXTS[one.in]!), one)).to.deep.equal(wanted(one));
    });

  const words = CASES.flatMap(({ text }) => text.split(' '));
  const message = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 14 }).map(list => list.join(' '));

  it('never means an order that is not the customer’s, whatever is said', () => {
    const own = (orders: readonly KnownOrder[]): Set<string> => new Set(orders.map(({ order_id }) => order_id));
    fc.assert(
      fc.property(
        fc.oneof(message, fc.string({ unit: 'grapheme' })),
        fc.constantFrom(...Object.keys(CONTEXTS)),
        (text, name) => {
          const context = CONTEXTS[name]!;
          const known = own(context.orders);
          const { orders, lines, candidates, excluded, certain } = resolver.resolve(text, context);
          const named = [...orders, ...lines, ...candidates.lines, ...excluded.lines].map(({ order_id }) => order_id);
          for (const id of [...named, ...candidates.orders, ...excluded.orders])
            expect(known.has(id), id).to.equal(true);
          if (certain) expect(orders).not.to.have.length(0);
        }
      ),
      { numRuns: 2000, seed: 5 }
    );
  });

  it('is never certain when two orders fit equally', () => {
    const item = fc.constantFrom('Ceramic mug white', 'Leather backpack', 'Linen table runner', 'Brass desk lamp');
    const say = fc.constantFrom(
      'where is my {}',
      'I want to return the {}',
      'cancel the {} please',
      '{}?',
      'the {} is broken'
    );
    fc.assert(
      fc.property(item, say, fc.integer({ min: 2, max: 5 }), (name, template, copies) => {
        const orders = Array.from({ length: copies }, (_, i) => ({
          ...FASHION[3]!,
          order_id: `W70000${i}`,
          lines: [{ ...FASHION[3]!.lines[0]!, name }]
        }));
        const text = template.replace('{}', name.toLowerCase());
        const { certain, candidates } = resolver.resolve(text, { orders, now: NOW });
        expect(certain).to.equal(false);
        expect(candidates.orders).to.have.length(copies);
      }),
      { numRuns: 200, seed: 5 }
    );
  });

  it('gives the same resolution for the orders in any order, and holds no text of the message', () => {
    fc.assert(
      fc.property(message, fc.shuffledSubarray([...DEMO], { minLength: DEMO.length }), (text, orders) => {
        const resolution = resolver.resolve(text, { orders, now: NOW });
        expect(resolver.resolve(text, { orders: DEMO, now: NOW })).to.deep.equal(resolution);
        expect(JSON.stringify(resolver.resolve('the xylophone casserole', { orders, now: NOW }))).not.to.contain(
          'xylo'
        );
      }),
      { numRuns: 300, seed: 5 }
    );
  });
});
