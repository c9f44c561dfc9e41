import { nearest, UsageError } from '../../../core/index.js';
import type { DocumentSet, Source } from '../../../core/index.js';
import type { Explainer } from '../../../core/workbench/index.js';
import { ESCALATION_REASONS, type EscalationReason, REFUSAL_REASONS } from '../enumerations.js';
import { Escalation } from '../kinds/escalation.js';
import { Intents } from '../kinds/intent.js';
import { QUESTIONS, STATEMENTS, WordingKind } from '../kinds/wording.js';
import { SupportTools } from '../tools/authority.js';
import { OWN_TOOLS } from '../tools/registry.js';
import { VerifierAssembly } from '../policy/readers.js';
import { evidenceOf } from '../verify/evidence-text.js';

type Explain = Awaited<ReturnType<Explainer['load']>>;

const placed = ({ file, place }: Source, pointer: string) => `${file}:${place(pointer).line}`;

function unknown(what: string, name: string, known: readonly string[]): UsageError {
  const best = nearest(name, known);
  const hint = best === undefined ? `there are ${known.join(', ')}` : `did you mean '${best}'?`;
  return new UsageError(`there is no ${what} '${name}'; ${hint}`);
}

/** What a reply is held against a piece of evidence: which sentences would be withheld, and why. */
export const explainVerification: Explain = async (set, [reply = '', ...texts]) => {
  const evidence = texts.map(evidenceOf);
  const { supported, sentences } = set.get(VerifierAssembly).verify(reply, evidence, new Date(), true);
  const lines = sentences.flatMap(({ sentence, factual, supported: proved, claims, support }) => [
    `${proved ? '✓' : '✗'} "${sentence}"${factual ? '' : ' states nothing that needs proof'}`,
    ...support.map(({ reference, field }) => `    rests on ${reference}${field === undefined ? '' : `, ${field}`}`),
    ...claims.map(({ reason, values }) => `    ${reason}: ${values.join(', ')}`)
  ]);
  const outcome = supported ? 'sent: every sentence is proved' : 'withheld: a person takes over';
  return { text: [outcome, ...lines].join('\n'), json: { supported, sentences } };
};

/** A question, statement or refusal: its words, what they read, and which plans ask it. */
export const explainWording: Explain = async (set, [name = '']) => {
  const [file] = set.of(WordingKind);
  if (file === undefined) throw new UsageError('there is no file of kind wording');
  const { questions, again, statements, refusals } = file.value;
  const found = [
    { group: 'questions', what: 'a question', text: questions.get(name)?.text },
    { group: 'again', what: 'the same asked a second time', text: again.get(name)?.text },
    { group: 'statements', what: 'a statement', text: new Map(Object.entries(statements)).get(name)?.text },
    { group: 'refusals', what: 'a refusal', text: refusals.get(name)?.text }
  ].flatMap(({ text, ...each }) => (text === undefined ? [] : [{ ...each, text }]));
  const known = [...questions.keys(), ...Object.keys(STATEMENTS), ...REFUSAL_REASONS];
  if (found.length === 0) throw unknown('wording', name, known);
  const askedBy = planSteps(set).filter(({ missing }) => missing === name);
  const reads = { ...QUESTIONS, ...STATEMENTS }[name as keyof typeof QUESTIONS] as readonly string[] | undefined;
  const lines = [
    ...found.flatMap(({ group, what, text }) => [
      `${what} (${placed(file.source, `/${group}/${name}`)}):`,
      `    ${text.trim()}`
    ]),
    `it may read: ${reads?.join(', ') || 'nothing'}`,
    name in QUESTIONS ? 'the agent asks it by itself' : undefined,
    ...askedBy.map(({ intent, tool, place }) => `asked by ${intent} where ${tool} finds nothing (${place})`)
  ].filter(line => line !== undefined);
  return { text: lines.join('\n'), json: { name, texts: found, reads: reads ?? [], asked_by: askedBy } };
};

/** What customers are told for a reason, and how it comes to that. */
export const explainEscalation: Explain = async (set, [name = '']) => {
  const [file] = set.of(Escalation);
  if (file === undefined) throw new UsageError('there is no file of kind escalation');
  if (!ESCALATION_REASONS.some(reason => reason === name)) throw unknown('reason', name, ESCALATION_REASONS);
  const reason = name as EscalationReason;
  const { notices, unclearMessages, failedSlots } = file.value;
  const { ticket, noTicket } = notices.get(reason)!;
  const intents = set
    .of(Intents)
    .filter(({ value: { ends, outcomes } }) =>
      [ends, ...Object.values(outcomes)].some(each => each.state === 'escalated' && each.reason === reason)
    )
    .map(({ value }) => value.name);
  const at = placed(file.source, `/notices/${name}`);
  const lines = [
    `with a ticket (${at}):\n    ${ticket.text.trim()}`,
    `without one:\n    ${noTicket.text.trim()}`,
    ...(reason === 'repeated_failure'
      ? [`after ${unclearMessages} messages that were not understood, or ${failedSlots} vain questions for one detail`]
      : []),
    ...(intents.length > 0 ? [`intents that end so: ${intents.join(', ')}`] : [])
  ];
  return {
    text: lines.join('\n'),
    json: { reason, place: at, ticket: ticket.text, no_ticket: noTicket.text, intents }
  };
};

/** Who may call a tool, and which plans do. */
export const explainTool: Explain = async (set, [name = '']) => {
  const tools = set.of(SupportTools).filter(({ source }) => source.file.startsWith('tools.d/support/'));
  const found = tools.find(({ value }) => value.name === name);
  if (found === undefined)
    throw unknown(
      'tool',
      name,
      tools.map(({ value }) => value.name)
    );
  const { source, value } = found;
  const { required_scopes: scopes, requires_identity: identity, allowed_intents: allowed, risk, idempotent } = value;
  const calls = planSteps(set).filter(({ tool }) => tool === name);
  const lines = [
    `${name}: ${value.description} (${source.file})`,
    `done by ${value.handler.use}, ${risk === 'read' ? 'reads' : 'writes'}${idempotent ? ', the same twice is done once' : ''}`,
    `a key needs: ${scopes.join(', ') || 'no scope'}`,
    identity ? 'refused until the customer has proved who they are' : 'called for anybody',
    `intents that may call it: ${allowed.join(', ')}`,
    ...(Object.values(OWN_TOOLS).some(own => own === name) ? ['the agent calls it by itself'] : []),
    ...calls.map(({ intent, place }) => `the plan of ${intent} calls it (${place})`),
    ...(calls.length === 0 ? ['no plan names it'] : []),
    ...calls
      .filter(({ intent }) => !allowed.includes(intent))
      .map(
        ({ intent, place }) => `✗ refused for ${intent}: not among allowed_intents, and the plan calls it (${place})`
      )
  ];
  const { description, handler } = value;
  const json = { name, file: source.file, description, handler, scopes, identity, allowed, risk, idempotent, calls };
  return { text: lines.join('\n'), json };
};

/** Every step of every intent's plan, with those that tools bring in their own files. */
function planSteps(set: DocumentSet) {
  const own = set.of(Intents).flatMap(({ source, value }) =>
    value.plan.map(({ tool, missing }, i) => ({
      intent: value.name,
      tool,
      missing,
      place: placed(source, `/plan/${i}`)
    }))
  );
  const served = set.of(SupportTools).flatMap(({ source, value }) =>
    Object.entries(value.serves ?? {}).map(([intent, { missing }]) => ({
      intent,
      tool: value.name,
      missing,
      place: placed(source, `/serves/${intent}`)
    }))
  );
  return [...own, ...served];
}
