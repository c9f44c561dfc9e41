type Schema = Readonly<Record<string, any>>;

/** In which order the keys of the mapping at a path are written: as its schema lists them; undefined where it lists none. */
export type KeyOrder = (path: readonly string[]) => readonly string[] | undefined;

/** Follows a JSON Schema as far as files use it: properties, items, references within, and alternatives. */
export function keyOrderOf(root: object): KeyOrder {
  return path => {
    let candidates = alternatives(root, root);
    for (const part of path)
      candidates = candidates.flatMap(schema => step(schema, part)).flatMap(s => alternatives(s, root));
    const names = new Set(candidates.flatMap(({ properties }) => Object.keys(properties ?? {})));
    return names.size === 0 ? undefined : [...names];
  };
}

function step({ properties, additionalProperties, items }: Schema, part: string): readonly Schema[] {
  const named = properties !== undefined && Object.hasOwn(properties, part) ? properties[part] : undefined;
  return [named ?? (/^\d+$/.test(part) ? items : undefined) ?? additionalProperties].filter(s => typeof s === 'object');
}

/** A schema and everything it may stand for. */
function alternatives(schema: Schema, root: Schema): readonly Schema[] {
  const { $ref, oneOf = [], anyOf = [], allOf = [] } = schema;
  const further = [schema['then'], schema['else'], ...oneOf, ...anyOf, ...allOf].filter(s => typeof s === 'object');
  const target = typeof $ref === 'string' ? reference($ref, root) : undefined;
  return [schema, ...(target === undefined ? [] : [target]), ...further].flatMap(each =>
    each === schema ? [each] : alternatives(each, root)
  );
}

const reference = ($ref: string, root: Schema): Schema | undefined =>
  $ref
    .split('/')
    .slice(1)
    .reduce<any>((at, part) => at?.[part], root);
