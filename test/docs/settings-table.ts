import type { Service } from '../../core/kernel/discover.js';
import { settingName, type SectionSchema, type SettingSpec } from '../../core/kernel/settings.js';
import { LOG_SECTION } from '../../core/observe/settings.js';

/** Every setting of a service as rows of a Markdown table, from the declarations that the service itself reads. */
export function settingsTable({ prefix, listed }: Service): readonly string[] {
  const declared: readonly Readonly<Record<string, SectionSchema>>[] = [
    LOG_SECTION,
    ...listed.map(({ plugin }) => plugin.settings ?? {})
  ];
  const rows = declared.flatMap(sections =>
    Object.entries(sections).flatMap(([section, keys]) =>
      Object.entries(keys).map(([key, spec]) => row(settingName(prefix, section, key), spec))
    )
  );
  // What two plugins read is one setting.
  return ['| setting | default | meaning |', '|---|---|---|', ...[...new Set(rows)].sort()];
}

function row(
  name: string,
  { type, default: value, enum: values, minimum, maximum, meaning, secret }: SettingSpec
): string {
  const shown = value === undefined || (Array.isArray(value) && value.length === 0) ? '' : `\`${String(value)}\``;
  const limits = [minimum === undefined ? '' : `from ${minimum}`, maximum === undefined ? '' : `to ${maximum}`]
    .join(' ')
    .trim();
  const allowed = values === undefined ? [type === 'string' ? '' : type, limits].join(' ').trim() : values.join(', ');
  const notes = [allowed, secret === true ? 'never shown' : ''].filter(note => note !== '').join('; ');
  return `| \`${name}\` | ${shown} | ${meaning.replaceAll('|', '\\|').replace(/[.]$/, '')}${notes === '' ? '' : ` (${notes})`} |`;
}
