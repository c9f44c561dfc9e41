/** An object that has these members, all but the optional ones, and no others. */
export const closed = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties).filter(name => !optional.includes(name)),
  properties
});

/** The same, or null. */
export const nullable = <S extends { readonly type: string }>(schema: S) => ({
  ...schema,
  type: [schema.type, 'null']
});
