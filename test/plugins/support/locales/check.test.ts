import { expect } from 'chai';
import { FigureReader } from '../../../../plugins/support/locales/figures.js';
import { negotiated } from '../../../../plugins/support/locales/recognise.js';
import { copiedRoot, editFile } from '../../../harness/root.js';
import { bylaw } from '../../workbench/commands/command-root.js';

const RULES = 'policies/locales/de/rules.yaml';
const check = (root: string) => bylaw(['policy', 'check', '--root', root]);

describe('policy check of languages', () => {
  const copied = copiedRoot();
  const { root } = copied;
  after(() => copied.remove());

  it('counts what is missing, which is nothing of the shipped German, and names what nothing says any more', async () => {
    editFile(root, 'policies/cancel/cancel.yaml', text =>
      text.replace('This order has already been cancelled.', 'This order is cancelled already.')
    );
    const { status, err } = await check(root);
    expect(status).to.equal(0);
    expect(err).not.to.include('act_gone');
    expect(err).to.match(
      /^policies\/locales\/de\/rules\.yaml:\d+:\d+: warning: texts_missing 1 of \d+ texts are missing in 'de' and said as they are: policies\/cancel\/cancel\.yaml:\d+ "This order is cancelled already\."/m
    );
    expect(err).to.match(
      /rules\.yaml:\d+:\d+: warning: text_unknown nothing says "This order has already been cancelled\."/
    );
  });

  it('refuses other figures, variables that are not there, and gaps in a language that is complete', async () => {
    editFile(root, RULES, text =>
      text
        .replace('language: de', 'language: de\ncomplete: true')
        .replace('Artikel kann nicht zurückgenommen werden.', 'Artikel kann 40 Tage nicht zurückgenommen werden.')
        .replace('vor {{ facts.days_since_promise }} Tagen', 'vor {{ facts.days }} Tagen')
    );
    const { status, err } = await check(root);
    expect(status).to.equal(1);
    expect(err).to.match(/rules\.yaml:\d+:\d+: other_figures "Dieser Artikel kann 40 Tage/);
    expect(err).to.match(/rules\.yaml:\d+:\d+: template the template reads 'facts\.days'/);
    expect(err).to.match(/cancel\.yaml:\d+:\d+: text_missing "This order is cancelled already\."/);
  });
});

describe('figures in the notation of a language', () => {
  const german = new FigureReader('de');
  const english = new FigureReader('en');
  const same = (one: string, other: string) =>
    expect([...german.read(one)].sort()).to.deep.equal([...english.read(other)].sort());

  it('are the same values', () => {
    same('am 17. November 2026', 'on 17 November 2026');
    same('1.250,00 $ und 89,90 $', '$1,250.00 and $89.90');
    same('ORD-1001, Fall tkt_01m8', 'ORD-1001, ticket tkt_01m8');
    same('30 Tage', '30 days');
  });

  it('differ where they do', () => {
    expect([...german.read('1.250 Stück')]).to.deep.equal(['1250']);
    expect([...english.read('1.250 pieces')]).to.deep.equal(['1.25']);
    expect(german.read('17. November 2026')).not.to.deep.equal(english.read('16 November 2026'));
  });
});

describe('what a browser asks for', () => {
  const writes = (code: string) => ['de', 'en'].includes(code);
  it('is the first that is written, by weight', () => {
    expect(negotiated('fr, de;q=0.4, en;q=0.8', writes)).to.equal('en');
    expect(negotiated('de-CH', writes)).to.equal('de');
    expect(negotiated('de;q=0, *', writes)).to.equal(undefined);
    expect(negotiated(';;,q=x', writes)).to.equal(undefined);
    expect(negotiated(undefined, writes)).to.equal(undefined);
  });
});
