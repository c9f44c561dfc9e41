/** Pieces that the models of the interface are made of. */
export const string = { type: 'string' } as const;
export const nullable = (schema: { readonly type: string }) => ({ ...schema, type: [schema.type, 'null'] });
export const timestamp = { type: 'string', format: 'date-time', description: 'ISO 8601, UTC' } as const;
export const object = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties).filter(name => !optional.includes(name)),
  properties
});
export const list = (items: object) =>
  object({
    items: { type: 'array', items },
    next_cursor: { type: ['string', 'null'], description: 'Pass as ?cursor= for the next page; null on the last one.' }
  });
export const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
