import type { DocumentSet, SetReport } from '../../../core/index.js';
import { onOneLine } from '../locales/locale.js';
import { actsAndIssues } from './heard.js';
import { RunPolicyAssembly } from './run-policy.js';
import { missingIn, shortened, translatable } from './translatable.js';

const MOST_PLACES = 3;

/** Texts that are missing in a language, counted, and translations of what nothing says any more. */
export function reviewLocales(set: DocumentSet, warn: SetReport): void {
  const policy = set.get(RunPolicyAssembly);
  const texts = translatable(policy);
  const heard = new Set(actsAndIssues(set).map(({ name }) => name));
  const known = new Set(texts.map(({ text }) => onOneLine(text)));
  for (const locale of policy.locales.values()) {
    const missing = missingIn(locale, texts);
    const places = missing.slice(0, MOST_PLACES).map(({ source, pointer, text }) => {
      const { line } = source.place(pointer);
      return `${source.file}:${line} "${shortened(text)}"`;
    });
    // Where other texts of the same file are translated, the missing one belongs too.
    const beside = texts
      .filter(({ source: { file } }) => file === missing[0]?.source.file)
      .map(({ text }) => locale.entries.get(onOneLine(text)))
      .find(entry => entry !== undefined);
    if (missing.length > 0)
      warn(
        beside?.source ?? locale.files[0]!.source,
        '/language',
        'texts_missing',
        `${missing.length} of ${known.size} texts are missing in '${locale.code}' and said as they are: ${places.join(', ')}${missing.length > MOST_PLACES ? ', …' : ''}`
      );
    for (const { value, source } of locale.files)
      for (const name of Object.keys(value.heard ?? {}))
        if (!heard.has(name))
          warn(
            source,
            `/heard/${name}`,
            'act_gone',
            `there is no dialogue act and no issue '${name}'; rename or remove it`
          );
    for (const [text, { source, pointer }] of locale.entries)
      if (!known.has(text))
        warn(
          source,
          `${pointer}/text`,
          'text_unknown',
          `nothing says "${shortened(text)}" any more; take over its new wording or remove it`
        );
  }
}
