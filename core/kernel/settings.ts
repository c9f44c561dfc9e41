import type { Problem } from '../errors.js';
import { nearest } from '../nearest.js';
import { ajvPackage, once } from '../packages.js';
import { predicateOf } from '../schema-errors.js';

/** One setting. `list` is comma separated. */
export interface SettingSpec {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'list';
  readonly meaning: string;
  readonly default?: string | number | boolean | readonly string[];
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** Its value is never shown, not even in an error. */
  readonly secret?: boolean;
}

export type SectionSchema = Readonly<Record<string, SettingSpec>>;

type Basic = { string: string; integer: number; number: number; boolean: boolean; list: readonly string[] };
type ValueOf<S extends { readonly type: SettingSpec['type'] }> = S extends { enum: readonly (infer E)[] }
  ? E
  : Basic[S['type']];
/** The values of a section: a setting without a default may be undefined. */
export type ValuesOf<S extends SectionSchema> = {
  readonly [K in keyof S]: S[K] extends { readonly default: {} } ? ValueOf<S[K]> : ValueOf<S[K]> | undefined;
};

/** All settings of a service, by section and key in lower case. */
export class Settings {
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(values: ReadonlyMap<string, unknown>) {
    this.#values = values;
  }

  /** The values of a section, typed by the schema its plugin declares. */
  section<const S extends SectionSchema>(name: string, schema: S): ValuesOf<S> {
    return Object.fromEntries(Object.keys(schema).map(key => [key, this.get(name, key)])) as ValuesOf<S>;
  }

  /** One value, whichever plugin declares it. */
  get(section: string, key: string): unknown {
    return this.#values.get(`${section}/${key}`);
  }
}

/** `AGENT`, `limits`, `max_steps` → `AGENT_LIMITS__MAX_STEPS`. */
export const settingName = (prefix: string, section: string, key: string) =>
  [prefix, section === '' ? key : `${section}__${key}`].join('_').toUpperCase();

/**
 * Reads every variable that begins with `<prefix>_`. Unknown names and wrong values are all reported,
 * a value is never repeated in a message. An empty value counts as unset.
 */
export function readSettings(
  prefix: string,
  declared: readonly Readonly<Record<string, SectionSchema>>[],
  env: Readonly<Record<string, string | undefined>>,
  problems: Problem[]
): Settings {
  const specs = new Map<string, { spec: SettingSpec; id: string }>();
  const values = new Map<string, unknown>();
  for (const sections of declared)
    for (const [section, keys] of Object.entries(sections))
      for (const [key, spec] of Object.entries(keys)) {
        specs.set(settingName(prefix, section, key), { spec, id: `${section}/${key}` });
        if (spec.default !== undefined) values.set(`${section}/${key}`, spec.default);
      }
  for (const [name, text] of Object.entries(env)) {
    const raw = text?.trim() ?? '';
    if (!name.startsWith(`${prefix}_`) || raw === '') continue;
    const known = specs.get(name);
    if (known === undefined) {
      const best = nearest(name, specs.keys());
      problems.push({
        code: 'setting_unknown',
        message: `${name} is not a setting${best === undefined ? '' : `; did you mean ${best}?`}`
      });
      continue;
    }
    const value = valueOf(known.spec, raw);
    const wrong = misfitOf(known.spec, value);
    if (wrong === undefined) values.set(known.id, value);
    else problems.push({ code: 'setting_invalid', message: `${name} ${wrong}` });
  }
  return new Settings(values);
}

const ajv = once(() => {
  const { Ajv2020 } = ajvPackage();
  return new Ajv2020({ allErrors: true, strict: true, verbose: true, validateSchema: false });
});

/** Why a value does not fit, as it follows its name. The schema compiler takes long to load, so it is asked about doubtful values alone. */
function misfitOf(spec: SettingSpec, value: unknown): string | undefined {
  if (plainlyFits(spec, value)) return undefined;
  const { type, enum: allowed, minimum, maximum } = spec;
  const constraints = Object.entries({ enum: allowed, minimum, maximum }).filter(([, limit]) => limit !== undefined);
  const validate = ajv().compile({ type, ...Object.fromEntries(constraints) });
  return validate(value) ? undefined : predicateOf(validate.errors![0]!);
}

function plainlyFits({ type, enum: allowed, minimum = -Infinity, maximum = Infinity }: SettingSpec, value: unknown) {
  if (typeof value === 'string') return type === 'string' && (allowed?.includes(value) ?? true);
  if (typeof value === 'number')
    return (type === 'number' || Number.isInteger(value)) && value >= minimum && value <= maximum;
  return true;
}

/** The value that a text stands for; the text itself where it stands for none of the type. */
function valueOf({ type }: SettingSpec, raw: string): unknown {
  switch (type) {
    case 'boolean':
      return /^(true|1|yes|on)$/i.test(raw) ? true : /^(false|0|no|off)$/i.test(raw) ? false : raw;
    case 'integer':
    case 'number':
      return Number.isFinite(Number(raw)) ? Number(raw) : raw;
    case 'list':
      return raw
        .split(',')
        .map(part => part.trim())
        .filter(part => part !== '');
    case 'string':
      return raw;
  }
}
