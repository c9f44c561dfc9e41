import { readFileSync, readdirSync } from 'node:fs';
import { expect } from 'chai';
import { CORE_SCHEMA, load } from 'js-yaml';
import { verifier } from './vocabulary.js';

const FOLDER = 'seeds/knowledge/';
const CLOCK = new Date('2026-04-28T12:00:00Z');
const articles = readdirSync(FOLDER)
  .filter(name => name.endsWith('.yaml'))
  .map(
    name =>
      load(readFileSync(FOLDER + name, 'utf8'), { schema: CORE_SCHEMA }) as { id: string; title: string; body: string }
  );

describe('verifier: knowledge articles', () => {
  it('supports every sentence of an article by the article', () => {
    for (const { id, title, body } of articles) {
      const evidence = [{ reference: `search_knowledge_base#2:${id}`, kind: 'tool_result', text: `${title}. ${body}` }];
      expect(verifier.verify(body, evidence, CLOCK).claims, id).to.deep.equal([]);
    }
  });

  it('supports no figure of an article by another that does not hold it', () => {
    const windows = articles.filter(({ body }) => /\d+ days/.test(body));
    expect(windows).to.not.be.empty;
    for (const { id, body } of windows) {
      const text = body.replace(/\d+ days/g, '977 days');
      const { claims } = verifier.verify(body, [{ reference: id, kind: 'tool_result', text }], CLOCK);
      expect(
        claims.map(({ reason }) => reason),
        id
      ).to.include('unsupported_figure');
    }
  });
});
