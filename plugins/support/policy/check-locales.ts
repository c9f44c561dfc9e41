import type { SetReport } from '../../../core/index.js';
import { type Locale, onOneLine } from '../locales/locale.js';
import { ReferencesKind } from '../refer/references-kind.js';
import { learnedIn } from './local-policy.js';
import type { RunPolicy } from './run-policy.js';
import { missingIn, shortened, type Translatable, translatable } from './translatable.js';

/** What makes files of other languages unsound: texts that cannot be read, that state other figures, or that may not be missing. */
export function* checkLocales(policy: RunPolicy, report: SetReport): Iterable<unknown> {
  const { set, locales } = policy;
  if (locales.size === 0) return;
  const texts = translatable(policy);
  const references = Object.keys(set.of(ReferencesKind)[0]?.value ?? {});
  for (const locale of locales.values()) {
    const seen = new Map<string, string>();
    for (const { value, source } of locale.files) {
      const unknown = (pointer: string, message: string) => report(source, pointer, 'locale_key_unknown', message);
      value.texts?.forEach(({ text }, i) => {
        const first = seen.get(onOneLine(text));
        if (first !== undefined)
          report(source, `/texts/${i}/text`, 'duplicate_text', `the text stands in ${first} already; keep one of them`);
        seen.set(onOneLine(text), source.file);
      });
      for (const name of Object.keys(value.references ?? {}))
        if (!references.includes(name))
          unknown(`/references/${name}`, `policies/dialogue/references.yaml has no key '${name}'`);
    }
    for (const text of texts) yield checkTwin(text, locale, report);
    const [missing, ...more] = missingIn(locale, texts);
    if (missing !== undefined && locale.files.some(({ value }) => value.complete === true))
      for (const { source, pointer, text } of [missing, ...more])
        report(
          source,
          pointer,
          'text_missing',
          `"${shortened(text)}" is missing in '${locale.code}', which says that it is complete`
        );
    yield learnedIn(set, locale, report);
  }
}

function checkTwin({ text, reads }: Translatable, locale: Locale, report: SetReport): void {
  const entry = locale.entries.get(onOneLine(text));
  if (entry === undefined) return;
  const at = `${entry.pointer}/says`;
  const twin = locale.twin({ text, reads }, message => report(entry.source, at, 'template', message));
  if (twin === undefined) return;
  const filled = reads.length === 0 && entry.says.includes('{') ? twin.render({}) : bare(entry.says);
  if (!locale.statesOnly(filled, bare(text)))
    report(
      entry.source,
      at,
      'other_figures',
      `"${shortened(filled)}" states a figure that "${shortened(text)}" does not`
    );
}

/** Without what templates fill in. */
const bare = (template: string) => template.replace(/\{\{.*?\}\}|\{%.*?%\}/g, ' ');
