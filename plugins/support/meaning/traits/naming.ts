/** Shares and fits are told apart by the steps between these. */
const STEPS = [0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
const MOST_COUNTED = 4;

export const stepOf = (value: number): number => STEPS.filter(step => value >= step).length;
export const counted = (many: number): number => Math.min(MOST_COUNTED, many);

type Value = string | number | boolean | null | undefined;

/** `name=value` of each that is known, the name alone of what holds; what does not hold, and none of something, is no trait. */
export function named(traits: Readonly<Record<string, Value>>): readonly string[] {
  const names: string[] = [];
  for (const name of Object.keys(traits)) {
    const value = traits[name];
    if (value === true) names.push(name);
    else if ((typeof value === 'string' || typeof value === 'number') && value !== '' && value !== 0)
      names.push(traitOf(name, value));
  }
  return names;
}

/** Traits by name and value: there are few, and each is met again with every message. */
const met = new Map<string, Map<string | number, string>>();
const MOST_MET = 5000;

/** `name=value`, as it is written down. */
export function traitOf(name: string, value: string | number): string {
  const values = met.get(name) ?? new Map<string | number, string>();
  let trait = values.get(value);
  if (trait === undefined) {
    trait = wordOf(`${name}=${value}`);
    if (values.size < MOST_MET) met.set(name, values.set(value, trait));
  }
  return trait;
}

/** Traits are told apart by spaces where they are written down. */
export const wordOf = (trait: string): string => (trait.includes(' ') ? trait.replaceAll(' ', '_') : trait);
