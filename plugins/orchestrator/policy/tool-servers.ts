import type { DocumentKind } from '../../../core/index.js';
import { closed } from '../json-schema.js';

export const SERVER_STATES = ['active', 'draining'] as const;
/** A draining server gets no new requests; those that it works on are finished. */
export type ServerState = (typeof SERVER_STATES)[number];

/** What a tool server says about itself when it registers. */
export interface Registration {
  readonly name: string;
  readonly url: string;
  readonly capabilities: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Share of the requests relative to other servers; 1 unless it says otherwise. */
  readonly weight: number;
}

/** A server that a file lists. */
export interface ListedServer extends Registration {
  /** Digests of what it says of its tools. */
  readonly pins?: Readonly<Record<string, string>>;
  readonly state: ServerState;
  readonly file: string;
}

/** Names stand in headers, metrics and log lines, and `server__tool` has to come apart again. */
export const SERVER_NAME = {
  type: 'string',
  pattern: '^(?!.*__)[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9])?$',
  description: 'Letters, digits, dots, dashes and single underscores, at most 64.'
};
export const CAPABILITY = { type: 'string', minLength: 1, maxLength: 128 };

/** Schemas of the members of a registration, in a request and in a file. */
export const REGISTRATION = {
  name: SERVER_NAME,
  url: { type: 'string', minLength: 1, maxLength: 2048, description: 'Where the server takes its requests.' },
  capabilities: { type: 'array', maxItems: 256, items: CAPABILITY },
  metadata: {
    type: 'object',
    maxProperties: 64,
    description: "Anything. 'health_path' names an endpoint that is asked with GET instead of the protocol's probe.",
    properties: { health_path: { type: 'string', maxLength: 1024, pattern: '^/(?!/)[!-~]*$' } }
  },
  weight: { type: 'integer', minimum: 1, maximum: 100, description: 'Share of the requests; 1 when left out.' }
};

const PINS = {
  type: 'object',
  maxProperties: 2000,
  additionalProperties: { type: 'string', pattern: '^[0-9a-f]{16}$' },
  description: 'Digest of each tool, as GET /servers/{name}?detail=true shows it; left out, what is seen first counts.'
};

type Content = Pick<Registration, 'name' | 'url'> & Partial<ListedServer>;

/** `policies/routing/servers/*.yaml`: one server each, there for as long as its file is. */
export const ToolServerKind: DocumentKind<ListedServer> = {
  id: 'tool-server',
  version: 1,
  folder: 'policies/routing/servers',
  nameOf: ({ name }: Content) => name,
  schema: closed(
    {
      kind: { const: 'tool-server' },
      version: { const: 1 },
      ...REGISTRATION,
      state: { enum: SERVER_STATES, description: "'draining' gets nothing new, and finishes what it works on." },
      pins: PINS
    },
    ['capabilities', 'metadata', 'weight', 'state', 'pins']
  ),
  compile: ({ name, url, pins, ...content }: Content, _report, { file }) => {
    const { capabilities = [], metadata = {}, weight = 1, state = 'active' } = content;
    return { name, url, capabilities, metadata, weight, state, file, ...(pins === undefined ? {} : { pins }) };
  }
};
