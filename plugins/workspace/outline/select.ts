import type { Definition, DefinitionKind } from './definition.js';

/** The definitions to show, and how many lie deeper than was asked for. */
export interface Selection {
  readonly chosen: readonly Definition[];
  readonly deeper: number;
}

/**
 * Definitions up to a depth (1 is the top alone) and of some kinds, with those around them, which say where they belong.
 * Without kinds all are wanted.
 */
export function select(
  definitions: readonly Definition[],
  depth: number,
  kinds: readonly DefinitionKind[] | undefined
): Selection {
  const wanted = new Set(kinds);
  const around: Definition[] = [];
  const chosen: Definition[] = [];
  const taken = new Set<Definition>();
  let deeper = 0;
  for (const definition of definitions) {
    around.length = definition.level;
    around.push(definition);
    if (kinds !== undefined && !wanted.has(definition.kind)) continue;
    if (definition.level >= depth) {
      deeper++;
      continue;
    }
    for (const one of around) {
      if (taken.has(one)) continue;
      taken.add(one);
      chosen.push(one);
    }
  }
  return { chosen, deeper };
}
