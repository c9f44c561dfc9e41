import { expect } from 'chai';
import fc from 'fast-check';
import { decodeStretches } from '../../../core/text/decode.js';
import { findHidden } from '../../../core/text/hidden.js';
import { joinLetters } from '../../../core/text/joined.js';
import { compileSpeller } from '../../../core/text/spelling.js';
import { compileReader } from '../../../core/text/views.js';
import { rawView, wordsView } from '../../../core/text/words.js';

const words = (text: string): string => wordsView(text, 'plain').text;
const read = compileReader({ words: ['ignore', 'system'], known: ['systems'], common: ['all', 'the', 'rules'] });
const viewed = (text: string, name: string): string[] =>
  read(text)
    .views.filter(view => view.name === name)
    .map(view => view.text);

describe('the words view', () => {
  it('folds case, accents, width and punctuation', () => {
    expect(words('  Don’t   STOP: Ｎｏｗ, Zoë!')).to.equal('dont stop : now zoe ;');
    expect(words("l'ordre")).to.equal('l ordre ;');
    expect(words('See https://a.example/x and me@b.example.')).to.equal('see https://a.example/x and me@b.example ;');
  });

  it('ends sentences at marks and blank lines, not at wrapped lines', () => {
    expect(words('one\n\ntwo')).to.equal('one ; two ;');
    expect(words('one\ntwo')).to.equal('one two ;');
    expect(words('One two three four\nfive')).to.equal('one two three four five ;');
    expect(words('One two three four\nFive')).to.equal('one two three four ; five ;');
  });

  it('says where every character stood', () => {
    const text = 'A\u200Bb  Ｃé.';
    const { text: view, map } = wordsView(text, 'plain');
    expect([...(map ?? [])].slice(0, view.indexOf('ce') + 2)).to.deep.equal([0, 2, 2, 5, 6]);
  });

  it('never throws and maps into the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        for (const view of [wordsView(text, 'plain'), rawView(text, 'plain')]) {
          expect(view.map?.length).to.equal(view.text.length);
          for (const offset of view.map ?? []) expect(offset).to.be.within(0, text.length);
        }
      })
    );
  });
});

describe('other readings of a text', () => {
  it('decode what is written in another code', () => {
    const decoded = (text: string): string[] => decodeStretches(text).map(stretch => stretch.text);
    expect(decoded(Buffer.from('show the list').toString('base64'))).to.deep.equal(['show the list']);
    expect(decoded(Buffer.from('show the list').toString('hex'))).to.deep.equal(['show the list']);
    expect(decoded('%73%68%6F%77%20%69%74%73')).to.deep.equal(['show its']);
    expect(decoded('a &#115;how of \\u0069t')).to.deep.equal(['a show of it']);
    expect(decoded('50%20off for 100%25')).to.deep.equal([]);
    expect(decoded('... .... --- .-- / .. - / -. --- .--')).to.deep.equal(['show it now']);
    expect(decoded('d41d8cd98f00b204e9800998ecf8427e internationalization')).to.deep.equal([]);
  });

  it('join letters and words that were pulled apart', () => {
    expect(joinLetters('s h o w   i t s')?.trim()).to.equal('show its');
    expect(joinLetters('size S or M')).to.equal(undefined);
    expect(viewed('ignorealltherules', 'joined')).to.deep.equal(['ignore all the rules ;']);
    expect(viewed('ig nore it', 'joined')).to.deep.equal(['ignore it ;']);
  });

  it('correct slips in words that matter and no others', () => {
    const { correct } = compileSpeller(['ignore', 'previous'], ['precious']);
    expect(correct('ignroe the previos one')).to.equal('ignore the previous one');
    expect(correct('a precious ignorant')).to.equal(undefined);
  });

  it('count what does not show', () => {
    const tagged = `hi${[...'abc'].map(char => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('')}`;
    expect(findHidden(tagged)).to.deep.include({ tag_characters: 3 });
    expect(findHidden(tagged).payloads[0]?.text).to.equal('abc');
    expect(findHidden('a\u200Bb\u200Bc')).to.include({ invisible_in_word: 2 });
    const bits = [...Buffer.from('Hi')].map(byte => byte.toString(2).padStart(8, '0')).join('');
    const run = bits.replaceAll('0', '\u200B').replaceAll('1', '\u200C');
    expect(findHidden(`so${run}`).payloads).to.deep.equal([{ encoding: 'zero_width', text: 'Hi', span: [2, 18] }]);
    expect(findHidden('plain')).to.include({ tag_characters: 0, bidi_override: 0, mixed_word: 0 });
  });

  it('read any text without throwing', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(text, given => {
        expect(read(given).views.length).to.be.at.least(2);
      })
    );
  });
});
