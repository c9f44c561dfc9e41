import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Assembly } from '../../../core/documents/assembly.js';
import type { DocumentKind } from '../../../core/documents/kind.js';
import { loadDocuments, type Candidate, type LoadOptions } from '../../../core/documents/load.js';
import { formatProblem } from '../../../core/errors.js';
import { FOLDERS } from '../../harness/root.js';

export interface Plant {
  readonly name: string;
  readonly height: number;
}

/** A kind of the tests' own: a plant, in seeds/plants. */
export const PlantKind: DocumentKind<Plant> = {
  id: 'plant',
  version: 1,
  folder: 'seeds/plants',
  nameOf: content => content.name,
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'version', 'name', 'height'],
    properties: {
      kind: { const: 'plant' },
      version: { const: 1 },
      name: { type: 'string' },
      height: { type: 'number', minimum: 0 },
      colour: { enum: ['red', 'yellow'] },
      notes: { type: 'array', items: { type: 'string' } },
      care: {
        type: 'object',
        propertyNames: { pattern: '^[a-z/~]+$' },
        additionalProperties: { anyOf: [{ type: 'string' }, { type: 'integer' }] }
      }
    },
    if: { type: 'object', properties: { colour: { const: 'red' } }, required: ['colour'] },
    then: { type: 'object', properties: { notes: {} }, required: ['notes'] },
    not: { type: 'object', properties: { name: { const: 'weed' } }, required: ['name'] }
  },
  compile(content, report) {
    if (content.height > 100) report('/height', 'too_tall', 'no plant is that tall');
    return content;
  }
};

/** The names of all plants, in order. */
export const PlantNames: Assembly<readonly string[]> = {
  id: 'plant-names',
  kinds: [PlantKind],
  build: set => set.of(PlantKind).map(p => p.value.name)
};

export const plant = (name: string, more = '') => `kind: plant\nversion: 1\nname: ${name}\nheight: 3\n${more}`;

/** Writes files into a new folder and says where it is. */
export function folderOf(files: Readonly<Record<string, string | Buffer>>): string {
  const root = mkdtempSync(join(tmpdir(), 'kernel-'));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
  }
  return root;
}

export const plantOptions = (root: string, more: Partial<LoadOptions> = {}): LoadOptions => ({
  root,
  kinds: [PlantKind],
  folders: FOLDERS,
  assemblies: [PlantNames],
  items: () => [],
  ...more
});

export const loadPlants = (files: Readonly<Record<string, string | Buffer>>, more?: Partial<LoadOptions>) =>
  loadDocuments(plantOptions(folderOf(files), more));

export const lines = ({ problems }: Pick<Candidate, 'problems'>) => problems.map(formatProblem);
