import type { Instructions } from '../../../core/composing/index.js';
import { CalendarKind } from '../../../core/facts/index.js';
import { compileDisclosure, type Guard, GuardAssembly } from '../../../core/guard/index.js';
import type { Assembly, DocumentSet, Loaded, SetReport } from '../../../core/index.js';
import { RulePolicies } from '../../../core/rules/index.js';
import { StorePolicyTables, type StorePolicies } from '../decide/policies.js';
import { Escalation, type EscalationPolicy } from '../kinds/escalation.js';
import { Identity, type IdentityPolicy } from '../kinds/identity.js';
import { byParticularity, type FollowUp } from '../kinds/follow-ups/answer.js';
import { type AnswersWith, type FollowUpFile, FollowUps } from '../kinds/follow-ups/kind.js';
import { requestWordsOf, type RequestWords } from '../kinds/follow-ups/request-words.js';
import { Issues, type Issue } from '../kinds/issues.js';
import { Languages, type Language } from '../kinds/languages.js';
import { Intents, type Intent } from '../kinds/intent.js';
import type { QuestionIndex } from '../knowledge/question-index.js';
import { PlacesKind, type Places } from '../kinds/places.js';
import { SystemPolicyKind } from '../kinds/system-policy.js';
import { WordingKind, type Wording } from '../kinds/wording.js';
import { DialogueActs } from '../refer/act-kind.js';
import { READERS, readersOf, type Readers } from '../stated/readers.js';
import { ResolverAssembly } from '../refer/resolve.js';
import { type Weighing, WeighingKind } from '../refer/weighing-kind.js';
import { TurnExamplesKind } from '../refer/turn-examples-kind.js';
import type { ActRecogniser, Resolver } from '../refer/types.js';
import { ToolRegistry, type RegisteredTool } from '../tools/registry.js';
import type { Understander } from '../understand/types.js';
import type { Verifier } from '../verify/contract.js';
import { type Chooser, ChooserAssembly } from '../choosing/chooser.js';
import { checkTools } from './check-tools.js';
import { checkLocales } from './check-locales.js';
import { checkPlans } from './check-plans.js';
import { checkNames } from './check-names.js';
import { checkNotices } from './check-notices.js';
import { HeardAssembly } from './heard.js';
import { jointsOf, localPolicy } from './local-policy.js';
import { LocaleKind } from '../locales/locale-kind.js';
import { type Locale, localesOf } from '../locales/locale.js';
import { QuestionsAssembly, UnderstanderAssembly, VerifierAssembly } from './readers.js';
import { servedIntents } from './served-intents.js';

/** Everything declarative that a run works with, as it stood when the run began. */
export interface RunPolicy {
  readonly set: DocumentSet;
  readonly intents: ReadonlyMap<string, Intent>;
  /** The intent of messages that were not understood. */
  readonly unknown: Intent;
  readonly understander: Understander;
  readonly resolver: Resolver;
  /** Finds what a message does, and what it says went wrong, by the names of acts and issues. */
  readonly heard: ActRecogniser;
  readonly issues: readonly Issue[];
  readonly languages: readonly Language[];
  /** Languages that the shop writes beside its own, by code. */
  readonly locales: ReadonlyMap<string, Locale>;
  /** The policy of runs in one of them, made when it is first needed. */
  readonly inLanguage: (code: string) => RunPolicy | undefined;
  /** Undefined where the shop names none. */
  readonly places: Places | undefined;
  /** The most particular ones first. */
  readonly followUps: readonly FollowUp[];
  /** Words with which a question may begin. */
  readonly opensQuestion: ReadonlySet<string>;
  /** Words with which a wish in the form of a question may begin. */
  readonly opensRequest: ReadonlySet<string>;
  readonly opensCondition: ReadonlySet<string>;
  /** Words that may stand before it. */
  readonly leadsIn: ReadonlySet<string>;
  /** Words that ask for something else than yes or no. */
  readonly interrogatives: ReadonlySet<string>;
  /** Words with which it joins its wishes. */
  readonly joins: readonly string[];
  /** Where a message may be taken apart into its wishes. */
  readonly joints: RegExp;
  /** Words that say nothing beside the name of a thing. */
  readonly fillers: ReadonlySet<string>;
  /** Words with which a request is taken back, and what it is called. */
  readonly takesBack: ReadonlySet<string>;
  readonly ownRequests: ReadonlySet<string>;
  /** With which words a message speaks of requests that are open. */
  readonly requestWords: RequestWords;
  /** Acts of questions that "and the other one?" asks again. */
  readonly asksAgain: ReadonlySet<string>;
  /** Words that ask something of every order that was spoken of. */
  readonly ofEach: ReadonlySet<string>;
  /** What short questions ask for. */
  readonly answersWith: readonly AnswersWith[];
  /** How the readings of a message are weighed. */
  readonly weighing: Weighing;
  /** Chooses between them; undefined where no conversation was played. */
  readonly chooser: Chooser | undefined;
  /** What each reads one thing off a message. */
  readonly readers: Readers;
  /** Questions that an order answers. */
  readonly ofOrders: ReadonlySet<string>;
  /** Acts that are questions however they are written. */
  readonly asking: ReadonlySet<string>;
  /** Those of them that no article answers. */
  readonly recorded: ReadonlySet<string>;
  /** Finds the sentences of articles that answer a question. */
  readonly questions: QuestionIndex;
  readonly guard: Guard;
  readonly tables: StorePolicies;
  readonly verifier: Verifier;
  readonly wording: Wording;
  readonly escalation: EscalationPolicy;
  readonly identity: IdentityPolicy;
  readonly instructions: Instructions;
  /** True when a reply repeats the system policy. */
  readonly discloses: (reply: string) => boolean;
  readonly tools: ReadonlyMap<string, RegisteredTool>;
}

export const RunPolicyAssembly: Assembly<RunPolicy> = {
  id: 'run-policy',
  kinds: [
    CalendarKind,
    Intents,
    DialogueActs,
    TurnExamplesKind,
    WeighingKind,
    FollowUps,
    Issues,
    Languages,
    LocaleKind,
    PlacesKind,
    WordingKind,
    Escalation,
    Identity,
    SystemPolicyKind
  ],
  after: [
    ResolverAssembly,
    QuestionsAssembly,
    HeardAssembly,
    GuardAssembly,
    RulePolicies,
    UnderstanderAssembly,
    VerifierAssembly,
    StorePolicyTables,
    ToolRegistry,
    ChooserAssembly,
    ...READERS
  ],
  build(set, report) {
    const tools = set.get(ToolRegistry);
    const intents = servedIntents(
      set.of(Intents).map(({ value }) => value),
      tools,
      report
    );
    const wording = only(set.of(WordingKind), 'wording', intents, report);
    const escalation = only(set.of(Escalation), 'escalation', intents, report);
    const identity = only(set.of(Identity), 'identity', intents, report);
    const weighing = only(set.of(WeighingKind), 'weighing', intents, report);
    const system = only(set.of(SystemPolicyKind), 'system-policy', intents, report);
    const unknown = intents.get('unknown');
    const first = [...intents.values()][0];
    for (const name of ['unknown', 'out_of_scope'])
      if (!intents.has(name) && first !== undefined)
        report(first.source, '/name', 'intent_missing', `the agent cannot do without an intent '${name}'`);
    checkNames(set, report);
    if (
      wording === undefined ||
      escalation === undefined ||
      identity === undefined ||
      weighing === undefined ||
      system === undefined ||
      unknown === undefined
    )
      return undefined as never;
    const allOf = <T>(list: (file: FollowUpFile) => readonly T[]): readonly T[] =>
      set.of(FollowUps).flatMap(({ value }) => list(value));
    const joins = allOf(({ joins }) => joins);
    const languages = set.of(Languages).map(({ value }) => value);
    const locales = localesOf(set, languages.find(language => language.own)?.code ?? 'en');
    const local = new Map<string, RunPolicy>();
    const policy: RunPolicy = {
      set,
      intents,
      unknown,
      understander: set.get(UnderstanderAssembly),
      resolver: set.get(ResolverAssembly),
      issues: set.of(Issues).map(({ value }) => value),
      heard: set.get(HeardAssembly),
      places: set.of(PlacesKind).map(({ value }) => value)[0],
      languages,
      locales,
      inLanguage(code) {
        const locale = locales.get(code);
        if (locale !== undefined && !local.has(code)) local.set(code, localPolicy(policy, locale));
        return local.get(code);
      },
      followUps: byParticularity(allOf(file => file.answers)),
      opensQuestion: new Set(allOf(file => file.opensWith)),
      opensCondition: new Set(allOf(file => file.opensCondition)),
      opensRequest: new Set(allOf(file => file.opensRequest)),
      interrogatives: new Set(allOf(file => file.interrogatives)),
      leadsIn: new Set(allOf(file => file.leadsIn)),
      joins,
      joints: jointsOf(joins),
      fillers: new Set(allOf(file => file.fillers)),
      takesBack: new Set(allOf(file => file.takesBack)),
      ownRequests: new Set(allOf(file => file.ownRequests)),
      requestWords: requestWordsOf(key => allOf(({ requestWords }) => requestWords[key] ?? [])),
      ofEach: new Set(allOf(file => file.ofEach)),
      answersWith: allOf(file => file.answersWith),
      asksAgain: new Set(allOf(file => file.asksAgain)),
      asking: new Set(set.of(DialogueActs).flatMap(({ value }) => (value.asks === true ? [value.name] : []))),
      recorded: new Set(set.of(DialogueActs).flatMap(({ value }) => (value.recorded === true ? [value.name] : []))),
      weighing: weighing.value,
      chooser: set.get(ChooserAssembly),
      readers: readersOf(set),
      ofOrders: new Set(weighing.value.of_orders),
      questions: set.get(QuestionsAssembly),
      guard: set.get(GuardAssembly),
      tables: set.get(StorePolicyTables),
      verifier: set.get(VerifierAssembly),
      wording: wording.value,
      escalation: escalation.value,
      identity: identity.value,
      instructions: system.value,
      discloses: compileDisclosure(system.value.policy),
      tools
    };
    checkPlans(policy, report);
    const calendars = set.of(CalendarKind).map(({ value }) => value.id);
    checkTools(policy.tools, { policies: set.get(RulePolicies), calendars }, report);
    return policy;
  },
  *check(policy: RunPolicy | undefined, set, report) {
    // A folder for another service has no files of this one.
    if (policy === undefined) return;
    const [[wording], [escalation]] = [set.of(WordingKind), set.of(Escalation)];
    yield* checkNotices(policy, wording!.source, escalation!.source, report);
    yield* checkLocales(policy, report);
  }
};

/** The one file of a kind; a second is refused as a twin before it comes to this. */
function only<T>(
  loaded: readonly Loaded<T>[],
  kind: string,
  intents: ReadonlyMap<string, Intent>,
  report: SetReport
): Loaded<T> | undefined {
  const [file] = loaded;
  const [anyIntent] = intents.values();
  if (file === undefined && anyIntent !== undefined)
    report(anyIntent.source, '', 'file_missing', `there is no file of kind '${kind}'; the agent needs one`);
  return file;
}
