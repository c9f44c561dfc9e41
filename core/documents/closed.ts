type Properties = Readonly<Record<string, unknown>>;

/** A JSON Schema of an object with these keys and no others; those that are not `optional` must be there. */
export function closed<P extends Properties>(properties: P, optional: readonly string[] = [], more: Properties = {}) {
  const required = Object.keys(properties).filter(key => !optional.includes(key));
  const type = 'object' as const;
  return { type, additionalProperties: false, ...(required.length > 0 && { required }), properties, ...more };
}

/** The schema of a kind of file: it says `kind` and `version` beside these keys. */
export const documentSchema = (id: string, version: number, properties: Properties, optional: readonly string[] = []) =>
  closed({ kind: { const: id }, version: { const: version }, ...properties }, optional);
