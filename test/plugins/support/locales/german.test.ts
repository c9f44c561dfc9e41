import { expect } from 'chai';
import { Conversation, type Client, type Reply } from '../../../harness/client.js';
import { startService, type TestService } from '../../../harness/service.js';

const GERMAN = { 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.5' };

/** What the trace says of the language; undefined where it is the shop's own. */
const languageOf = ({ trace }: Reply) => trace!.steps.find(({ type }) => type === 'language');
const decisionsOf = ({ trace }: Reply) =>
  trace!.steps.filter(({ type }) => type === 'policy_decision').map(({ record }) => [record.rule, record.decision]);

describe('support agent in German', () => {
  let service: TestService;
  let client: Client;
  before(async () => {
    service = await startService();
    client = service.client();
  });
  after(() => service.stop());

  const opened = async (headers: Readonly<Record<string, string>> = {}) =>
    new Conversation(client, (await client.post('/v1/conversations', {}, headers)).body.conversation_id);

  it('asks for the identity, goes on after it, and writes days as German does', async () => {
    const talk = await opened();
    const asked = await talk.say('Wo ist meine Bestellung ORD-1002?');
    expect(asked).to.include({ state: 'clarifying', intent: 'order_status' });
    expect(asked.reply).to.match(/^Mit welcher E-Mail-Adresse ist Ihr Konto registriert\?/);
    const { body } = await client.post(`${talk.path}/verify`, { email: 'demo@example.com' });
    expect(body.message).to.equal('Danke, Ihre Adresse ist bestätigt. Wie kann ich helfen?');
    const told = await talk.say('so, ist bestätigt');
    expect(told.reply).to.match(/^Ihre Bestellung ORD-1002 wurde am \d{1,2}\. \p{L}+ \d{4} mit .+ versandt\./u);
    expect(told.reply).to.include('Artikel: 4 Stoneware cereal bowl.');
  });

  it('hands one item over with a ticket, says why and how much, and takes it back', async () => {
    const talk = await client.talk('demo@example.com');
    const wish = await talk.say('Ich möchte bitte nur den Topf aus ORD-1001 erstattet haben');
    expect(wish).to.include({ state: 'escalated', intent: 'refund_request' });
    expect(wish.reply).to.include('Artikel: Cast iron casserole 4 l.').and.to.include('64,90 $');
    expect(wish.reply).to.include(`Ihr Fall hat die Nummer ${wish.ticket_id}.`);
    expect((await talk.say('Wie viel bekomme ich zurück?')).reply).to.include(
      'Eine Erstattung für Cast iron casserole 4 l beträgt 64,90 $'
    );
    const why = await talk.say('Warum wird das geprüft?');
    expect(why.state).to.equal('answered');
    expect(why.reply).to.match(/Unser Team|Regel/);
    const back = await talk.say('Vergessen Sie es, ich behalte es doch');
    expect(back.reply).to.include(`Ihr Fall ${wish.ticket_id} zu Ihrer Bestellung ORD-1001 ist zurückgezogen.`);
  });

  it('decides as in English, and says the reason again when it is asked for', async () => {
    const [german, english] = [await client.talk('demo@example.com'), await client.talk('demo@example.com')];
    const wish = await german.say('Ich möchte mein Geld für ORD-1003 zurück');
    const same = await english.say('I want my money back for ORD-1003');
    expect(decisionsOf(wish)).to.deep.equal(decisionsOf(same)).and.to.have.length.above(0);
    expect(wish.reply).to.match(
      /Diese Bestellung wurde vor \d+ Tagen geliefert, deshalb kann sie nicht mehr erstattet werden\. Erstattungen sind bis 30 Tage/
    );
    expect((await german.say('Warum?')).reply).to.match(/Erstattungen sind bis 30 Tage nach der Lieferung möglich/);
  });

  it('answers a question about rules with the sentence of an article', async () => {
    const talk = await opened();
    const period = await talk.say('Wie lange habe ich Zeit, etwas zurückzugeben?');
    const answer = 'Sie können einen Artikel bis 30 Tage nach der Lieferung zurückgeben.';
    expect(period.reply, 'with what is said once').to.equal(`${answer} Sie können mir auch auf Englisch schreiben.`);
    expect((await talk.say('Was kostet der Versand?')).reply)
      .to.include('kostet 4,95 $')
      .and.not.include('Englisch');
    const whole = await talk.say('Wann bekommt man eine Erstattung?');
    expect(whole.reply, 'of what may be several sentences')
      .to.match(/\b(?:Erstattung|erstattet)/)
      .and.not.match(/\bdelivery\b/);
  });

  it('names what each German sentence rests on, and the text that was proved', async () => {
    const talk = await client.talk('demo@example.com');
    const path = `${talk.path}/messages`;
    const { body } = await client.post(path, { message: 'Wo ist ORD-1002 gerade?', include_trace: true });
    const [sentence] = body.proof.sentences;
    expect(sentence.text).to.match(/^Ihre Bestellung ORD-1002/);
    expect(sentence.evidence.map(({ field }: { field: string }) => field)).to.include('shipped_at');
    const proved = body.proof.evidence.find(({ reference }: { reference: string }) => reference === 'locale:de#0');
    expect(proved.text).to.match(/^Your order ORD-1002 was shipped on/);
  });

  it('offers answers in German that it understands', async () => {
    const talk = await client.talk('demo@example.com');
    const asked = await client.post(`${talk.path}/messages`, { message: 'Ich möchte etwas zurückgeben' });
    const { choices } = asked.body.question;
    expect(choices.map(({ detail }: { detail: string }) => detail).join()).to.include('versandt');
    const [first] = choices;
    expect((await talk.say(first.message)).reply).to.match(/^Ihre Bestellung: ORD-/);
  });

  it('goes by the message, then by the conversation, then by what the browser asked for', async () => {
    const talk = await opened(GERMAN);
    const silent = await talk.say('ORD-1002?');
    expect(silent.reply).to.match(/^Mit welcher E-Mail-Adresse /);
    expect(languageOf(silent)).to.include({ language: 'de', by: 'conversation' });
    const english = await talk.say('What is your return policy?');
    expect(english.reply).to.match(/^You can return/);
    expect(languageOf(english)).to.include({ language: 'en', by: 'message' });
    const german = await talk.say('Was kostet bei Ihnen der Versand?');
    expect(german.reply).to.include('4,95 $');
    expect(languageOf(german)).to.include({ language: 'de', by: 'message' });
  });

  it('leaves English conversations as they are', async () => {
    const talk = await opened({ 'Accept-Language': 'fr, *;q=0.1' });
    const reply = await talk.say('What is your return policy?');
    expect(reply.reply).to.match(/^You can return/);
    expect(languageOf(reply)).to.equal(undefined);
  });

  it('says in a language that it does not write that it does not', async () => {
    const talk = await opened(GERMAN);
    const reply = await talk.say('Je voudrais parler de ma commande, vous êtes là ?');
    expect(reply.reply).to.match(/^Désolé/);
  });
});
