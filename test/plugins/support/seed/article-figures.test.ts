import { expect } from 'chai';
import type { Article } from '../../../../plugins/support/kinds/article.js';
import type { Seeds } from '../../../../plugins/support/seed/assembly.js';
import { shippedSeeds } from './load-seeds.js';

/** The settings of the default store policy. */
const POLICY = {
  refund_window_days: '30',
  return_window_days: '30',
  automatic_limit: '500.00',
  lost_parcel_days_after_promise: '14',
  late_delivery_days: '7',
  refunds_in_90_days_needing_a_person: '3',
  bulky_weight_kg: '30'
} as const;

interface Figure {
  readonly where: string;
  readonly setting: keyof typeof POLICY | 'none';
  readonly value: string;
}

/** Which setting a number of days in a sentence is about. */
function settingOfDays(sentence: string, topic: Article['topic']): Figure['setting'] {
  if (/promised date|days late/.test(sentence))
    return /possibly lost|in transit/.test(sentence) ? 'lost_parcel_days_after_promise' : 'late_delivery_days';
  if (/deliver/.test(sentence)) return topic === 'returns' ? 'return_window_days' : 'refund_window_days';
  return 'none';
}

function figuresIn({ id, topic, sentences }: Article): Figure[] {
  return sentences.flatMap(sentence => {
    const where = `${id}: ${sentence}`;
    const find = (pattern: RegExp, setting: Figure['setting']) =>
      [...sentence.matchAll(pattern)].map(match => ({ where, setting, value: match[1]! }));
    const decided = topic === 'refunds' || topic === 'returns';
    return [
      ...find(/\b(\d+) (?:calendar )?days\b(?! before)/g, settingOfDays(sentence, topic)),
      ...find(/\bday (\d+)\b/g, settingOfDays(sentence, topic)),
      ...find(/\b(\d+) kg\b/g, 'bulky_weight_kg'),
      ...find(/\b(\d+) or more refunds in the 90 days before\b/g, 'refunds_in_90_days_needing_a_person'),
      ...(decided ? find(/\b(\d[\d,]*\.\d\d) USD\b/g, 'automatic_limit') : [])
    ];
  });
}

describe('figures in the knowledge base', () => {
  let seeds: Seeds;
  let figures: Figure[];
  before(async () => {
    seeds = await shippedSeeds();
    figures = seeds.articles.flatMap(figuresIn);
  });

  it('are those of the default policy', () => {
    const wrong = figures.filter(({ setting, value }) => setting === 'none' || value !== POLICY[setting]);
    expect(wrong).to.deep.equal([]);
  });

  it('tell customers every setting of the policy', () => {
    expect([...new Set(figures.map(figure => figure.setting))]).to.have.members(Object.keys(POLICY));
  });

  it('would catch a figure that differs', () => {
    const article = seeds.articles.find(a => a.id === 'refund-window')!;
    const wrong = { ...article, sentences: article.sentences.map(s => s.replaceAll('30', '28')) };
    expect(figuresIn(wrong).map(f => f.value)).to.deep.equal(['28', '28', '28']);
  });

  it('name the same delivery charges as the demo orders', () => {
    const costs = seeds.articles.find(a => a.id === 'shipping-costs')!.sentences.join(' ');
    const published = ['0.00', ...[...costs.matchAll(/(\d+\.\d\d) USD/g)].map(match => match[1])];
    for (const order of seeds.orders) expect(published, order.order_id).to.include(order.delivery_charge);
  });
});
