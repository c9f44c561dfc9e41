import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { resultOf, shorten, Skip, type Case, type CaseName, type Json, type Obligation, type Trial } from '../case.js';
import { META, meta, request } from '../messages.js';
import { result } from './results.js';
import { isObject } from '../../../../core/index.js';

/** Looks at every tool of the list; the first that is wrong is named. */
const everyTool = (id: string, level: Obligation, rule: string, wrong: (tool: Json) => string | undefined): Case =>
  result(
    { id: `tool-${id}`, rule, level },
    value => request(value, 'tools/list'),
    ({ tools }) => {
      if (!Array.isArray(tools)) return 'tools is not an array';
      for (const tool of tools as unknown[]) {
        const problem = isObject(tool) ? wrong(tool) : 'is not an object';
        if (problem !== undefined) return `${isObject(tool) ? shorten(tool['name']) : shorten(tool)} ${problem}`;
      }
      return undefined;
    }
  );

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

const compile = (schema: Json): string | undefined => {
  try {
    validator(schema);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

function validator(schema: Json) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(schema);
}

/** A call of a tool that only reads. */
const call = (
  { id, level, rule }: CaseName,
  check: (result: Json, trial: Trial) => string | undefined,
  change: (args: Json, trial: Trial) => Json = args => args
): Case =>
  result(
    { id: `call-${id}`, rule, level },
    (value, trial) => {
      if (trial.tool === undefined) throw new Skip('no tool says that it only reads');
      const { name, arguments: args } = trial.tool;
      return request(value, 'tools/call', { name, arguments: change(args, trial) });
    },
    check
  );

const KINDS: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource_link: ['uri', 'name'],
  resource: ['resource']
};

function wrongBlock(block: unknown): string | undefined {
  if (!isObject(block) || typeof block['type'] !== 'string') return `${shorten(block)} has no type`;
  const fields = KINDS[block['type']];
  if (fields === undefined) return `there is no content of type ${shorten(block['type'])}`;
  const missing = fields.find(field => block[field] === undefined);
  return missing === undefined ? undefined : `${block['type']} content has no ${missing}`;
}

export const toolCases: readonly Case[] = [
  everyTool('name', 'must', 'server/tools: names', ({ name }) =>
    typeof name === 'string' && /^[A-Za-z0-9_.-]{1,128}$/.test(name)
      ? undefined
      : 'is not a name of 1 to 128 of A-Z a-z 0-9 _ . -'
  ),
  result(
    { id: 'tool-names-differ', rule: 'server/tools: names are unique', level: 'must' },
    value => request(value, 'tools/list'),
    ({ tools }) => {
      const names = (Array.isArray(tools) ? tools : []).map(tool => (isObject(tool) ? tool['name'] : undefined));
      return new Set(names).size === names.length ? undefined : 'two tools share a name';
    }
  ),
  everyTool('description', 'should', 'server/tools: a description for the model', ({ description }) =>
    typeof description === 'string' && description.trim() !== '' ? undefined : 'has no description'
  ),
  everyTool('title', 'must', 'schema: BaseMetadata', ({ title }) =>
    title === undefined || typeof title === 'string' ? undefined : 'has a title that is no string'
  ),
  everyTool('input-schema', 'must', 'schema: Tool, inputSchema has type object', ({ inputSchema }) =>
    isObject(inputSchema) && inputSchema['type'] === 'object' ? undefined : 'has no inputSchema of type object'
  ),
  everyTool('input-schema-valid', 'must', 'basic: JSON Schema 2020-12', ({ inputSchema }) => {
    const problem = isObject(inputSchema) ? compile(inputSchema) : undefined;
    return problem === undefined ? undefined : `has an inputSchema that cannot be used: ${problem}`;
  }),
  everyTool('output-schema-valid', 'must', 'basic: JSON Schema 2020-12', ({ outputSchema }) => {
    if (outputSchema === undefined) return undefined;
    const problem = isObject(outputSchema) ? compile(outputSchema) : 'it is not an object';
    return problem === undefined ? undefined : `has an outputSchema that cannot be used: ${problem}`;
  }),
  everyTool('annotations', 'must', 'schema: ToolAnnotations', ({ annotations }) => {
    if (annotations === undefined) return undefined;
    if (!isObject(annotations)) return 'has annotations that are no object';
    const wrong = HINTS.find(hint => annotations[hint] !== undefined && typeof annotations[hint] !== 'boolean');
    return wrong === undefined ? undefined : `has a ${wrong} that is no boolean`;
  }),
  call({ id: 'complete', level: 'must', rule: 'basic: every result has a resultType' }, ({ resultType }) =>
    resultType === 'complete' || resultType === 'input_required' ? undefined : `resultType is ${shorten(resultType)}`
  ),
  call({ id: 'content', level: 'must', rule: 'schema: CallToolResult' }, ({ content }) =>
    Array.isArray(content) ? content.map(wrongBlock).find(problem => problem !== undefined) : 'content is not an array'
  ),
  call({ id: 'is-error', level: 'must', rule: 'schema: CallToolResult' }, ({ isError }) =>
    isError === undefined || typeof isError === 'boolean' ? undefined : 'isError is no boolean'
  ),
  call(
    { id: 'output-schema', level: 'must', rule: 'server/tools: structuredContent conforms to outputSchema' },
    ({ structuredContent, isError }, { tool }) => {
      if (tool?.outputSchema === undefined || isError === true) return undefined;
      const check = validator(tool.outputSchema);
      return check(structuredContent)
        ? undefined
        : `structuredContent does not: ${shorten(check.errors?.[0]?.message)}`;
    }
  ),
  call(
    { id: 'text-beside-structure', level: 'should', rule: 'server/tools: text for clients that read no structure' },
    ({ structuredContent, content }) =>
      structuredContent === undefined ||
      (Array.isArray(content) && content.some(block => isObject(block) && block['type'] === 'text'))
        ? undefined
        : 'there is structuredContent and no text'
  ),
  call({ id: 'server-info', level: 'should', rule: 'schema: ResultMetaObject' }, ({ _meta }) =>
    isObject(_meta) && isObject(_meta[META.serverInfo]) ? undefined : `_meta has no ${META.serverInfo}`
  ),
  call(
    {
      id: 'bad-arguments',
      level: 'should',
      rule: 'server/tools: wrong arguments are a result with isError, so that a model can correct them'
    },
    ({ isError, content }) => {
      if (isError !== true) return 'the result has no isError';
      return Array.isArray(content) && content.length > 0 ? undefined : 'the result does not say what is wrong';
    },
    (args, { tool }) => {
      if (tool?.closed !== true) throw new Skip('the tool takes any argument');
      return { ...args, no_such_argument_at_all: 1 };
    }
  ),
  {
    id: 'progress',
    rule: 'basic/utilities/progress',
    level: 'must',
    phase: 'result',
    async run({ tool, peer, id }) {
      if (tool === undefined) throw new Skip('no tool says that it only reads');
      const value = id();
      const params = { name: tool.name, arguments: tool.arguments, _meta: meta({ progressToken: value }) };
      const reply = await peer.ask(request(value, 'tools/call', params));
      const got = resultOf(reply, value);
      if (typeof got === 'string') return got;
      const last = reply.messages.at(-1);
      if (isObject(last) && 'method' in last) return 'something came after the result';
      const steps = reply.messages
        .filter(isObject)
        .filter(m => m['method'] === 'notifications/progress')
        .map(m => m['params'] as Json);
      if (steps.some(step => step['progressToken'] !== value)) return 'progress carries another token';
      const grows = steps.every(
        (step, i) => i === 0 || (step['progress'] as number) > (steps[i - 1]!['progress'] as number)
      );
      return grows ? undefined : 'progress does not grow';
    }
  }
];
