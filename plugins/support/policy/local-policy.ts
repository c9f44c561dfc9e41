import { once, type DocumentSet, type SetReport } from '../../../core/index.js';
import { ArticleKind } from '../kinds/article.js';
import { Intents } from '../kinds/intent.js';
import { Issues } from '../kinds/issues.js';
import type { Places } from '../kinds/places.js';
import { QuestionIndex } from '../knowledge/question-index.js';
import type { Words } from '../locales/locale-kind.js';
import type { Locale } from '../locales/locale.js';
import { DialogueActs } from '../refer/act-kind.js';
import { actExamples, actModel, compileActs } from '../refer/acts.js';
import { compileReferences } from '../refer/resolve.js';
import { type ReferenceFile, ReferencesKind } from '../refer/references-kind.js';
import type { ActRecogniser } from '../refer/types.js';
import { compileUnderstanding } from '../understand/compile.js';
import { ExamplesKind } from '../understand/examples-kind.js';
import type { Understander } from '../understand/types.js';
import { VocabularyKind } from '../understand/vocabulary-kind.js';
import { actsAndIssues } from './heard.js';
import { requestWordsOf } from '../kinds/follow-ups/request-words.js';
import type { RunPolicy } from './run-policy.js';

/**
 * The policy of runs whose message is in another language: it is read by examples and words of that language, each made when
 * it is first needed; what is decided and done is the same. Without examples it is read as the shop's own.
 */
export function localPolicy(policy: RunPolicy, locale: Locale): RunPolicy {
  const { set } = policy;
  const turns = locale.merged(({ turns }) => turns);
  const both = (own: Iterable<string>, key: string) => [...own, ...(turns[key] ?? [])];
  const references = referencesIn(set, locale);
  const { understander = policy.understander, heard = policy.heard } = learnedIn(set, locale);
  return {
    ...policy,
    understander,
    heard,
    readers: {},
    resolver: references === undefined ? policy.resolver : compileReferences(set, references),
    questions: questionsIn(policy, locale),
    places: policy.places === undefined ? undefined : placesIn(policy.places, locale),
    opensQuestion: new Set(both(policy.opensQuestion, 'opens_with')),
    opensCondition: new Set(both(policy.opensCondition, 'opens_condition')),
    opensRequest: new Set(both(policy.opensRequest, 'opens_request')),
    interrogatives: new Set(both(policy.interrogatives, 'interrogatives')),
    leadsIn: new Set(both(policy.leadsIn, 'leads_in')),
    fillers: new Set(both(policy.fillers, 'fillers')),
    takesBack: new Set(both(policy.takesBack, 'takes_back')),
    ownRequests: new Set(both(policy.ownRequests, 'own_requests')),
    requestWords: requestWordsOf(key => both(policy.requestWords[key], `requests_${key}`)),
    joints: jointsOf(both(policy.joins, 'joins')),
    wording: { ...policy.wording, verification: verificationIn(policy, locale) },
    identity: { ...policy.identity, code: codeIn(policy, locale) }
  };
}

/** What reads a message by what is learned of the language; learns it, or reports that it has to be learned. */
export const learnedIn = (set: DocumentSet, locale: Locale, report: SetReport = () => {}) => ({
  understander: understanderIn(set, locale, report),
  heard: heardIn(set, locale, referencesIn(set, locale)?.clauses ?? [], report)
});

const isIn = (code: string | undefined) => (file: { readonly value: { readonly language?: string } }) =>
  file.value.language === code;

/** Undefined where there are no examples in the language, or where they have yet to be learned. */
function understanderIn(set: DocumentSet, { code }: Locale, report: SetReport): Understander | undefined {
  const examples = set.of(ExamplesKind);
  if (!examples.some(isIn(code))) return undefined;
  const intents = set.of(Intents).map(({ value }) => value);
  return compileUnderstanding(
    { intents, vocabulary: set.of(VocabularyKind), examples, language: code },
    set.origin,
    report
  );
}

function heardIn(
  set: DocumentSet,
  locale: Locale,
  clauses: readonly string[],
  report: SetReport
): ActRecogniser | undefined {
  const heard = locale.merged(({ heard }) => heard);
  if (Object.keys(heard).length === 0) return undefined;
  const acts = actsAndIssues(set).map(act => ({ ...act, examples: heard[act.name] ?? [], near_misses: [] }));
  const examples = once(() => actExamples(acts));
  const files = [...locale.files, ...set.of(DialogueActs), ...set.of(Issues)];
  const learned = actModel({ files, examples }, set.origin, `issues-${locale.code}`);
  if (learned !== undefined) return compileActs(acts, examples, { clauses, learned });
  report(locale.files[0]!.source, '', 'not_learned', 'what is heard has changed; run "bylaw learn"');
  return undefined;
}

/** The words of references, with those of the language besides. */
function referencesIn(set: DocumentSet, locale: Locale): ReferenceFile | undefined {
  const own = set.of(ReferencesKind)[0]?.value;
  return own === undefined
    ? undefined
    : withWords(
        own,
        locale.merged(({ references }) => references)
      );
}

type Value = Words[string];

/** Lists grow, and lists of lists one by one; of anything else the language's own counts. */
function withWords<T>(own: T, more: Readonly<Record<string, Value>>): T {
  const joined = (ours: Value | undefined, theirs: Value): Value => {
    if (Array.isArray(ours) && Array.isArray(theirs))
      return typeof ours[0] === 'object' && ours.length === theirs.length
        ? ours.map((each, i) => joined(each as Value, theirs[i] as Value) as Words)
        : [...(ours as string[]), ...(theirs as string[])];
    if (typeof ours === 'object' && typeof theirs === 'object') return withWords(ours, theirs as Words);
    return theirs;
  };
  const known = own as Readonly<Record<string, Value>>;
  return {
    ...own,
    ...Object.fromEntries(Object.entries(more).map(([key, value]) => [key, joined(known[key], value)]))
  };
}

function questionsIn({ set, intents }: RunPolicy, locale: Locale): QuestionIndex {
  const articles = set.of(ArticleKind).map(({ value }) => ({
    ...value,
    says: value.sentences.map(sentence => locale.text(sentence) ?? ''),
    questions: value.sentences.map(sentence => locale.asked(sentence))
  }));
  const wishes = set
    .of(ExamplesKind)
    .filter(isIn(locale.code))
    .flatMap(({ value }) => Object.entries(value.examples))
    .flatMap(([name, texts]) => (intents.get(name)?.tells === false ? texts : []));
  return new QuestionIndex(articles, wishes);
}

function placesIn(places: Places, { notation }: Locale): Places {
  const named = [...places.words.values()].map(place => [notation.word(place.name).toLowerCase(), place] as const);
  return { ...places, words: new Map([...places.words, ...named]) };
}

/** What is said outside of runs, as it stands in the language. */
function verificationIn({ wording }: RunPolicy, locale: Locale): RunPolicy['wording']['verification'] {
  const { verified, notVerified, codeSent } = wording.verification;
  const [yes = verified, no = notVerified, sent = codeSent] = [verified, notVerified, codeSent].map(text =>
    locale.text(text)
  );
  return { verified: yes, notVerified: no, codeSent: sent };
}

function codeIn({ identity: { code } }: RunPolicy, locale: Locale): RunPolicy['identity']['code'] {
  return { ...code, text: locale.twin(code.text) ?? code.text, subject: locale.text(code.subject) ?? code.subject };
}

/** "1)", "(2)", "3.", "b)": what counts the parts of a message. */
const COUNTS = '(?<![\\p{L}\\p{N}])\\(?(?:\\d{1,2}[).]|[a-e]\\))(?=\\s)';

/** Marks, counts and words between parts of a message. */
export const jointsOf = (words: readonly string[]): RegExp =>
  new RegExp(
    `${COUNTS}|[.,;:!?&\\n]+|(?<=\\s)\\+(?=\\s)${words.length === 0 ? '' : `|\\b(?:${words.join('|')})\\b`}`,
    'giu'
  );
