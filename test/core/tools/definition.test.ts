import { expect } from 'chai';
import { loadDocuments } from '../../../core/documents/load.js';
import { NAMES, toolKind, type ToolDefinition } from '../../../core/tools/definition.js';
import { folderOf, lines } from '../documents/root-folder.js';

interface GardenTool extends ToolDefinition {
  readonly needs_gloves: boolean;
  readonly seasons: readonly string[];
}
const GardenTools = toolKind<GardenTool>({ needs_gloves: { type: 'boolean' }, seasons: NAMES });

const FILE = 'tools.d/garden/water.yaml';
const TOOL = `kind: tool
version: 1
name: water
description: Waters a plant.
handler: { use: hose }
arguments:
  type: object
  additionalProperties: false
  properties: { plant: { type: string } }
needs_gloves: false
required_scopes: []
seasons: []
idempotent: true
risk: read
`;
const load = (text: string) =>
  loadDocuments({ root: folderOf({ [FILE]: text }), kinds: [GardenTools], assemblies: [], items: () => [] });

describe('a tool definition', () => {
  it('says all there is to know about a tool', async () => {
    const { value } = (await load(TOOL)).set!.of(GardenTools)[0]!;
    expect(value).to.include({
      name: 'water',
      needs_gloves: false,
      idempotent: true,
      risk: 'read',
      timeout_seconds: undefined
    });
    expect(value.handler).to.deep.equal({ use: 'hose', with: {} });
    expect(value.source.file).to.equal(FILE);
    expect([value.accepts({ plant: 'rose' }), value.accepts({ plant: 3 }), value.accepts({ x: 1 })]).to.deep.equal([
      true,
      false,
      false
    ]);
    expect(value).to.not.have.any.keys('kind', 'version');
  });

  const mistakes: readonly [what: string, find: string, replacement: string, problem: string][] = [
    [
      'arguments that take anything',
      'additionalProperties: false',
      'additionalProperties: true',
      '8:3: schema arguments.additionalProperties must be false'
    ],
    ['arguments that are no object', 'type: object', 'type: array', '7:3: schema arguments.type must be "object"'],
    [
      'a schema that cannot be used',
      'type: string',
      'type: text',
      '6:1: schema_invalid arguments is not a JSON Schema that can be used'
    ],
    [
      'a misspelt word of JSON Schema',
      'type: string',
      'type: string, minLenght: 1',
      '6:1: schema_invalid arguments is not a JSON Schema that can be used'
    ],
    [
      'a write scope on a reader',
      'required_scopes: []',
      'required_scopes: [plant:write]',
      '14:1: risk_mismatch a tool that needs a write scope has risk write'
    ],
    [
      'a risk there is not',
      'risk: read',
      'risk: reed',
      "14:1: schema risk must be one of read, write; did you mean 'read'?"
    ],
    ['a name with capitals', 'name: water', 'name: Water', '3:1: schema name must match ^[a-z][a-z0-9_]{1,63}$'],
    ['no time at all', 'risk: read', 'risk: read\ntimeout_seconds: 0', '15:1: schema timeout_seconds must be > 0'],
    ['a handler without a name', 'use: hose', 'with: {}', "5:1: schema handler lacks the key 'use'"]
  ];
  for (const [what, find, replacement, problem] of mistakes)
    it(`refuses ${what}`, async () => {
      const found = lines(await load(TOOL.replace(find, replacement)));
      expect(found).to.have.length(1);
      expect(found[0]).to.include(`${FILE}:${problem}`);
    });
});
