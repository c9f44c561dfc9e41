import type { DocumentSet, SetReport } from '../../../core/index.js';
import { ArticleKind } from '../kinds/article.js';
import { Intents } from '../kinds/intent.js';
import { FollowUps } from '../kinds/follow-ups/kind.js';
import { Issues } from '../kinds/issues.js';
import { ASKS_NOTHING, QuestionExamplesKind } from '../stated/asked.js';
import { actsAndIssues } from './heard.js';

/** Names of intents and acts in files of the dialogue: one that is misspelt would fit no message, and say nothing of it. */
export function checkNames(set: DocumentSet, report: SetReport): void {
  const intents = new Set(set.of(Intents).map(({ value }) => value.name));
  const acts = new Set(actsAndIssues(set).map(({ name }) => name));
  for (const { value, source } of set.of(Issues))
    for (const key of ['intent', 'while_coming', 'before_shipping'] as const) {
      const name = value[key];
      if (name !== null && !intents.has(name))
        report(source, `/${key}`, 'unknown_intent', `"${name}" is no intent of the folder intents/`);
    }
  for (const { value, source } of set.of(ArticleKind))
    for (const [key, lists] of [
      ['begins', value.begins],
      ['offers', value.offers.map(name => (name === undefined ? [] : [name]))]
    ] as const)
      for (const [line, names] of lists.entries())
        for (const name of names)
          if (!intents.has(name))
            report(source, `/${key}/${line + 1}`, 'unknown_intent', `"${name}" is no intent of the folder intents/`);
  for (const { value, source } of set.of(QuestionExamplesKind))
    for (const name of Object.keys(value.examples))
      if (name !== ASKS_NOTHING && !acts.has(name))
        report(source, `/examples/${name}`, 'unknown_act', `"${name}" is no act of policies/dialogue/acts`);
  for (const { value, source } of set.of(FollowUps))
    for (const [nth, { after, hints, offers, acts: answered, before }] of value.answers.entries()) {
      const at = `/answers/${nth}`;
      for (const name of [...after, ...hints, ...(offers === undefined ? [] : [offers])])
        if (!intents.has(name))
          report(
            source,
            at,
            'unknown_intent',
            `"${name}" in after, hints or offers is no intent of the folder intents/`
          );
      for (const name of [...answered, ...before])
        if (!acts.has(name))
          report(source, at, 'unknown_act', `"${name}" in acts or before is no act and no issue of policies/dialogue/`);
    }
}
