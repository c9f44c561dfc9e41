import { expect } from 'chai';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bylaw } from '../../../harness/child.js';
import { fixtureRoot } from '../fixture/root.js';

const schema = (properties: object, more: object = {}) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...more
});

describe('a tool definition', () => {
  it('is refused with the place and the reason when it cannot be served', async () => {
    const { root, remove } = fixtureRoot();
    const define = (file: string, changes: object) => {
      const definition = { kind: 'workspace-tool', version: 1, name: 'echo', title: 'T', description: 'D' };
      const whole = { ...definition, arguments: schema({}), result: schema({}), ...changes };
      writeFileSync(join(root, `tools.d/workspace/${file}.yaml`), JSON.stringify(whole));
    };
    try {
      define('echo', { result: schema({ redaction: {} }) });
      define('hang', { name: 'hang', arguments: schema({ a: { type: 'strin' } }) });
      define('wait', { name: 'wait', arguments: schema({ a: {} }, { required: ['b'] }) });
      define('noisy', { name: 'noisy', arguments: { type: 'object', properties: {} } });
      define('extra', { name: 'extra', body: 'x' });
      const { code, out, err } = await bylaw(['--root', root, 'policy', 'check']);
      const said = out + err;
      expect(code).to.equal(1);
      for (const problem of [
        /workspace\/echo\.yaml:1:\d+: field_reserved every result has a field 'redaction' already/,
        /workspace\/hang\.yaml:1:\d+: schema_invalid arguments is not a JSON Schema/,
        /workspace\/wait\.yaml:1:\d+: property_unknown there is no property 'b'/,
        /workspace\/noisy\.yaml:1:\d+: schema arguments lacks the key 'additionalProperties'/,
        /workspace\/extra\.yaml:1:\d+: schema the file has no key 'body'/
      ])
        expect(said).to.match(problem);
    } finally {
      remove();
    }
  });

  it('is refused when no code brings its tool, and its absence takes the tool away', async () => {
    const { root, remove } = fixtureRoot();
    try {
      const definition = { kind: 'workspace-tool', version: 1, name: 'ecko', title: 'T', description: 'D' };
      const file = join(root, 'tools.d/workspace/echo.yaml');
      writeFileSync(file, JSON.stringify({ ...definition, arguments: schema({}), result: schema({}) }));
      const check = await bylaw(['--root', root, 'policy', 'check']);
      expect(check.out + check.err).to.match(/echo\.yaml:1:\d+: tool_unknown there is no tool 'ecko'; there are echo,/);
      rmSync(file);
      const listed = await bylaw(['--root', root, 'workspace', 'tools', '--json']);
      const names = JSON.parse(listed.out).tools.map((tool: { name: string }) => tool.name);
      expect(names).to.have.length(7).and.not.to.include('echo');
    } finally {
      remove();
    }
  });
});
