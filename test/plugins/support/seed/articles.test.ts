import { expect } from 'chai';
import { ARTICLE_TOPICS, ArticleKind } from '../../../../plugins/support/kinds/article.js';
import { SystemPolicyKind } from '../../../../plugins/support/kinds/system-policy.js';
import { loadSeeds, problemsOf, shippedSeeds } from './load-seeds.js';

const FILE = 'seeds/knowledge/lamp-care.yaml';

/** A sound article with the body given. */
const article = (...sentences: string[]) => ({
  [FILE]: [
    'kind: article',
    'version: 1',
    'id: lamp-care',
    'title: Caring for a lamp',
    'topic: orders',
    'keywords: [lamp, care, clean]',
    'body: |',
    ...sentences.map(sentence => `  ${sentence}`)
  ].join('\n')
});

const GOOD = ['A lamp is cleaned with a dry cloth.', 'Lamps stay indoors.'];

describe('the knowledge base', () => {
  it('has at least 32 articles and covers every topic', async () => {
    const { articles } = await shippedSeeds();
    expect(articles.length).to.be.at.least(32);
    for (const topic of ARTICLE_TOPICS) expect(articles.filter(a => a.topic === topic).length, topic).to.be.at.least(4);
  });

  it('keeps each article in the file of its name', async () => {
    const { set } = await loadSeeds();
    for (const { source, value } of set!.of(ArticleKind))
      expect(source.file).to.equal(`seeds/knowledge/${value.id}.yaml`);
  });

  it('states no fact in two articles in the same words with another figure', async () => {
    const { articles } = await shippedSeeds();
    const figures = new Map<string, string>();
    for (const { id, sentences } of articles)
      for (const sentence of sentences) {
        const shape = sentence.replace(/\d+(?:\.\d+)?/g, '#');
        const known = figures.get(shape);
        if (known !== undefined) expect(known, `${id}: ${shape}`).to.equal(sentence);
        figures.set(shape, sentence);
      }
  });

  it('repeats no six words of the system policy, so that quoting an article is never withheld', async () => {
    const words = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
    const windows = (text: string) => words(text).map((_, i, all) => all.slice(i, i + 6).join(' '));
    const { set } = await loadSeeds();
    const policy = windows(set!.of(SystemPolicyKind)[0]!.value.policy).slice(0, -5);
    const { articles } = await shippedSeeds();
    const quoted = new Set(articles.flatMap(a => windows(a.sentences.join(' '))));
    expect(policy.length).to.be.greaterThan(100);
    expect(policy.filter(window => quoted.has(window))).to.deep.equal([]);
  });
});

describe('an article file', () => {
  it('is accepted when each line is one quotable sentence', async () => {
    expect(await problemsOf(article(...GOOD))).to.deep.equal([]);
    expect(await problemsOf(article(...GOOD, 'Über Lampen wird gern geredet.'))).to.deep.equal([]);
  });

  const refused: readonly [string, readonly string[], string][] = [
    ['one sentence only', GOOD.slice(1), 'sentence_count'],
    ['seven sentences', [...'ABCDEFG'].map(c => `Lamp ${c} is dry.`), 'sentence_count'],
    ['the same sentence twice', [...GOOD, GOOD[0]!], 'sentence_repeated'],
    ['two sentences on a line', [...GOOD, 'A lamp is bright. Lamps are warm.'], 'not_one_sentence'],
    ['a heading', [...GOOD, 'Lamps'], 'not_one_sentence'],
    ['a sentence that leans on another', [...GOOD, 'It is bright.'], 'sentence_leans'],
    ['a link', [...GOOD, 'Lamps are shown on www.example.com today.'], 'contact_in_article'],
    ['a phone number', [...GOOD, 'Lamps are explained on 555 010 0199.'], 'contact_in_article'],
    ['an endless sentence', [...GOOD, `A ${'very '.repeat(40)}bright lamp.`], 'sentence_too_long']
  ];
  for (const [what, sentences, code] of refused)
    it(`is refused with ${what}`, async () => {
      expect(await problemsOf(article(...sentences))).to.deep.equal([
        // What is wrong with one sentence stands in its line.
        `${FILE}:${code === 'sentence_count' ? 7 : 7 + sentences.length} ${code}`
      ]);
    });

  it('is refused with an unknown topic, an upper-case keyword or a key it does not know', async () => {
    const text = article(...GOOD)[FILE]!;
    expect(await problemsOf({ [FILE]: text.replace('orders', 'garden') })).to.deep.equal([`${FILE}:5 schema`]);
    expect(await problemsOf({ [FILE]: text.replace('care, clean', 'Care, clean') })).to.deep.equal([
      `${FILE}:6 schema`
    ]);
    expect(await problemsOf({ [FILE]: `author: me\n${text}` })).to.deep.equal([`${FILE}:1 schema`]);
  });

  it('is refused when another article has its id', async () => {
    const text = article(...GOOD)[FILE]!;
    const twin = 'seeds/knowledge/twin.yaml';
    expect(await problemsOf({ [FILE]: text, [twin]: text })).to.deep.equal([`${twin}:1 duplicate_name`]);
  });
});
