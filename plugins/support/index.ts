import { Composer } from '../../core/composing/index.js';
import { CalendarKind } from '../../core/facts/index.js';
import { GuardAssembly, injectionPatterns, InjectionRules } from '../../core/guard/index.js';
import { add, all, Command, definePlugin, one, SpanExporter } from '../../core/index.js';
import { HttpSite } from '../../core/http/index.js';
import { Courier } from '../../core/net/index.js';
import { Store } from '../../core/store/index.js';
import { FactDeclarationsKind, RulePolicies, RuleTableKind, RuleTables } from '../../core/rules/index.js';
import { ToolHandler } from '../../core/tools/index.js';
import {
  Learner,
  DecisionSource,
  Evaluator,
  Explainer,
  Reviewer,
  Skeleton,
  TestSection,
  TextPatterns
} from '../../core/workbench/index.js';
import { supportCommands } from './commands/commands.js';
import { StorePolicyTables } from './decide/policies.js';
import { supportEvaluators } from './eval/evaluators.js';
import { supportExplainers } from './eval/explainers.js';
import { ArticleKind } from './kinds/article.js';
import { Escalation } from './kinds/escalation.js';
import { Issues } from './kinds/issues.js';
import { ImportMappingKind } from './import/mapping-kind.js';
import { Languages } from './kinds/languages.js';
import { PlacesKind } from './kinds/places.js';
import { FollowUps } from './kinds/follow-ups/kind.js';
import { Identity } from './kinds/identity.js';
import { Intents } from './kinds/intent.js';
import { RecordAttributesKind } from './kinds/record-attributes.js';
import { Limits } from './kinds/limits.js';
import { WindowWordsKind } from './http/window-words.js';
import { Retention } from './kinds/retention.js';
import { SeedAccountKind } from './kinds/seed-account.js';
import { SeedOrderKind } from './kinds/seed-order.js';
import { SystemPolicyKind } from './kinds/system-policy.js';
import { WordingKind } from './kinds/wording.js';
import { checkSettings } from './production.js';
import { DialogueActs } from './refer/act-kind.js';
import { SentenceRankerAssembly } from './knowledge/sentence-ranker.js';
import { ResolverAssembly } from './refer/resolve.js';
import { AskedKind } from './knowledge/asked-kind.js';
import { UnansweredKind } from './knowledge/unanswered-kind.js';
import { WeighingKind } from './refer/weighing-kind.js';
import { TurnExamplesKind } from './refer/turn-examples-kind.js';
import { ReferencesKind } from './refer/references-kind.js';
import { RecordDoorsAssembly } from './records/doors.js';
import { supportDecisions } from './records/decision-source.js';
import { LocaleKind } from './locales/locale-kind.js';
import { ChooserAssembly } from './choosing/chooser.js';
import { HeardAssembly } from './policy/heard.js';
import { QuestionsAssembly, UnderstanderAssembly, VerifierAssembly } from './policy/readers.js';
import { RunPolicyAssembly } from './policy/run-policy.js';
import { intentSkeleton } from './scaffold/new-intent.js';
import { toolSkeleton } from './scaffold/new-tool.js';
import { supportTestSections } from './scenarios/sections.js';
import { SeedsAssembly } from './seed/assembly.js';
import { SUPPORT_SETTINGS } from './settings.js';
import { SupportTools } from './tools/authority.js';
import { knowledgeSearch } from './tools/knowledge-search.js';
import { policyDecide } from './tools/policy-decide.js';
import { recordList } from './tools/record-list.js';
import { DesksAssembly, HelpDeskKind } from './tools/help-desks.js';
import { recordReveal } from './tools/read-records.js';
import { recordLookup } from './tools/record-lookup.js';
import { ToolRegistry } from './tools/registry.js';
import { rulesDecide } from './tools/rules-decide.js';
import { contactRequest, ticketCreate, ticketNote, ticketWithdraw } from './tools/tickets.js';
import { QuestionExamplesKind } from './stated/asked.js';
import { FaultExamplesKind } from './stated/faults.js';
import { NeedsKind } from './stated/needs.js';
import { OfferAnswersKind } from './stated/offers.js';
import { SlotExamplesKind } from './stated/slot-examples-kind.js';
import { READERS } from './stated/readers.js';
import { StandingExamplesKind } from './stated/standing.js';
import { StoriesKind } from './kinds/stories.js';
import { ExamplesKind } from './understand/examples-kind.js';
import { VocabularyKind } from './understand/vocabulary-kind.js';
import { VerificationExamples } from './verify/learned/examples-kind.js';
import { VerificationPolicy } from './verify/policy.js';

/**
 * The customer support agent: `docs/architecture.md` follows a message through it. Its folders, each importing only those before it:
 * understand, refer, stated, kinds, knowledge, access, duties, records, import, conversation, seed, decide, verify, tools, desk, policy, meaning, run, identity, http; then what people run: eval, scenarios, scaffold, commands.
 */
export default definePlugin()({
  name: 'support',
  version: '1.0.0',
  contract: 1,
  settings: SUPPORT_SETTINGS,
  kinds: [
    SupportTools,
    InjectionRules,
    FactDeclarationsKind,
    CalendarKind,
    RuleTableKind,
    Intents,
    FollowUps,
    Issues,
    Languages,
    PlacesKind,
    VocabularyKind,
    ExamplesKind,
    VerificationPolicy,
    VerificationExamples,
    Escalation,
    Identity,
    Limits,
    Retention,
    WordingKind,
    WindowWordsKind,
    SystemPolicyKind,
    ArticleKind,
    AskedKind,
    UnansweredKind,
    SeedAccountKind,
    SeedOrderKind,
    RecordAttributesKind,
    ImportMappingKind,
    HelpDeskKind,
    ReferencesKind,
    DialogueActs,
    TurnExamplesKind,
    SlotExamplesKind,
    StandingExamplesKind,
    OfferAnswersKind,
    NeedsKind,
    FaultExamplesKind,
    QuestionExamplesKind,
    WeighingKind,
    StoriesKind,
    LocaleKind
  ],
  assemblies: [
    GuardAssembly,
    RuleTables,
    RulePolicies,
    StorePolicyTables,
    ToolRegistry,
    DesksAssembly,
    UnderstanderAssembly,
    ResolverAssembly,
    SentenceRankerAssembly,
    QuestionsAssembly,
    VerifierAssembly,
    RecordDoorsAssembly,
    SeedsAssembly,
    HeardAssembly,
    ChooserAssembly,
    ...READERS,
    RunPolicyAssembly
  ],
  adds: [
    ...[
      knowledgeSearch,
      recordLookup,
      recordReveal,
      recordList,
      policyDecide,
      rulesDecide,
      ticketCreate,
      ticketNote,
      ticketWithdraw,
      contactRequest
    ].map(handler => add(ToolHandler, handler)),
    ...supportCommands.map(command => add(Command, command)),
    ...supportEvaluators.map(evaluator => add(Evaluator, evaluator)),
    ...supportTestSections.map(section => add(TestSection, section)),
    add(TextPatterns, injectionPatterns('support')),
    add(TextPatterns, {
      name: 'phrases',
      service: 'support',
      load: async () => (await import('./eval/phrase-patterns.js')).phrasePatterns
    }),
    add(Reviewer, {
      name: 'tools',
      service: 'support',
      load: async () => (await import('./policy/review.js')).reviewTools
    }),
    add(Reviewer, {
      name: 'numbers',
      service: 'support',
      load: async () => (await import('./policy/review-numbers.js')).reviewNumbers
    }),
    add(Reviewer, {
      name: 'replies',
      service: 'support',
      load: async () => (await import('./policy/review-replies.js')).reviewReplies
    }),
    add(Reviewer, {
      name: 'locales',
      service: 'support',
      load: async () => (await import('./policy/review-locales.js')).reviewLocales
    }),
    add(DecisionSource, supportDecisions),
    add(Learner, {
      name: 'intents',
      kinds: [Intents, VocabularyKind, ExamplesKind],
      load: async () => (await import('./commands/learn-intents.js')).learnIntents
    }),
    add(Skeleton, intentSkeleton),
    add(Skeleton, toolSkeleton),
    ...supportExplainers.map(explainer => add(Explainer, explainer))
  ],
  needs: { store: one(Store), composers: all(Composer), couriers: all(Courier), spanExporters: all(SpanExporter) },
  provides: [HttpSite],
  check: checkSettings,
  async start({ store, composers, couriers, spanExporters }, { settings, log, metrics, documents, secret, provide }) {
    const pin = settings.section('policy', SUPPORT_SETTINGS.policy).pin;
    if (pin !== undefined) documents.pin(pin);
    const { startSupport } = await import('./start.js');
    const parts = { store, composers, couriers, spanExporters, settings, log, metrics, documents, secret };
    const { site, stop } = await startSupport(parts);
    provide(HttpSite, site);
    return stop;
  }
});
