import type { ContentBlock, McpServer, ToolDescription } from '../../core/mcp/index.js';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const SILENCE = Buffer.from(
  'RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\0\0\0',
  'latin1'
);

const text = (said: string): ContentBlock => ({ type: 'text', text: said });
const image: ContentBlock = { type: 'image', data: PIXEL, mimeType: 'image/png' };
const audio: ContentBlock = { type: 'audio', data: SILENCE.toString('base64'), mimeType: 'audio/wav' };
const resource: ContentBlock = {
  type: 'resource',
  resource: { uri: 'test://fixture', mimeType: 'text/plain', text: 'embedded' }
};

/** What each of the suite's own tools answers. */
const ANSWERS: Readonly<Record<string, readonly ContentBlock[]>> = {
  test_simple_text: [text('simple')],
  test_image_content: [image],
  test_audio_content: [audio],
  test_embedded_resource: [resource],
  test_multiple_content_types: [text('several'), image, resource],
  test_error_handling: [text('this tool always fails')],
  test_tool_with_progress: [text('done')],
  test_logging_tool: [text('nothing is logged to the client')],
  json_schema_2020_12_tool: [text('fits')],
  routed_by_header: [text('routed')]
};

/** Keywords that a server which reads schemas might lose on the way. */
const DIALECT_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: { address: { $anchor: 'address', type: 'object', properties: { city: { type: 'string' } } } },
  properties: { address: { $ref: '#/$defs/address' }, phone: { type: 'string' }, email: { type: 'string' } },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { required: ['address'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false
};

const SCHEMAS: Readonly<Record<string, ToolDescription['inputSchema']>> = {
  json_schema_2020_12_tool: DIALECT_SCHEMA,
  routed_by_header: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } }
};

/** A server that carries the tools which the conformance suite calls, to prove what real tools do not exercise. */
export const fixtureServer: McpServer = {
  info: { name: 'fixture', version: '1.0.0' },
  tools: {
    list: () =>
      Object.keys(ANSWERS).map(name => ({
        name,
        description: `Exercises ${name}.`,
        inputSchema: SCHEMAS[name] ?? { type: 'object' }
      })),
    async call(name, _args, { progress }) {
      if (name === 'test_tool_with_progress') for (const done of [0, 50, 100]) progress(done, 100);
      return { content: ANSWERS[name]!, isError: name === 'test_error_handling' };
    }
  }
};
