import { Agent, request } from 'node:http';

// One pool for all clients, so that a test run does not open a connection for every request.
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as JSON; undefined when it is empty or something else. */
  readonly body: any;
  readonly text: string;
}

export interface Sending {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is; `json` is sent as JSON. */
  readonly body?: string | Buffer;
  readonly json?: unknown;
}

/** What `POST …/messages` answers. */
export interface Reply {
  readonly conversation_id: string;
  readonly reply: string;
  readonly intent: string;
  readonly state: string;
  readonly escalated: boolean;
  readonly escalation_reason: string | null;
  readonly refused: boolean;
  readonly refusal_reason: string | null;
  readonly ticket_id: string | null;
  readonly provenance: readonly { readonly kind: string; readonly reference: string }[];
  readonly unverified_claims: readonly {
    readonly claim: string;
    readonly reason: string;
    readonly values: readonly string[];
  }[];
  readonly warnings: readonly string[];
  readonly tool_calls: number;
  readonly steps_used: number;
  readonly duration_ms: number;
  readonly provider: string;
  readonly model: string;
  readonly trace: { readonly run_id: string; readonly steps: readonly any[] } | null;
}

/** Talks to the service over HTTP with one key; `null` presents none. */
export class Client {
  constructor(
    readonly url: string,
    readonly key: string | null
  ) {}

  send(method: string, path: string, { headers = {}, body, json }: Sending = {}): Promise<Answer> {
    const payload = json === undefined ? body : JSON.stringify(json);
    const sent: Record<string, string> = this.key === null ? {} : { 'X-API-Key': this.key };
    if (json !== undefined) sent['Content-Type'] = 'application/json';
    // Node states no length for HEAD, DELETE and OPTIONS; without one the body would be read as another request.
    if (payload !== undefined) sent['Content-Length'] = String(Buffer.byteLength(payload));
    return new Promise((resolve, reject) => {
      const going = request(new URL(path, this.url), { method, agent, headers: { ...sent, ...headers } }, response => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const isJson = /json/.test(response.headers['content-type'] ?? '') && text !== '';
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            body: isJson ? JSON.parse(text) : undefined,
            text
          });
        });
      });
      going.on('error', reject);
      going.end(payload);
    });
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('GET', path, { headers });
  }

  post(path: string, json: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('POST', path, { json, headers });
  }

  /** A new conversation, bound to the address and verified with it when one is given. */
  async talk(email?: string): Promise<Conversation> {
    const conversation = await this.talkUnverified(email);
    if (email !== undefined && !(await conversation.verify(email))) throw new Error(`${email} was not verified`);
    return conversation;
  }

  /** A new conversation that is at most bound to the address. */
  async talkUnverified(email?: string): Promise<Conversation> {
    const made = await this.post('/v1/conversations', email === undefined ? {} : { customer_email: email });
    if (made.status !== 201) throw new Error(`no conversation: ${made.text}`);
    return new Conversation(this, made.body.conversation_id);
  }
}

export class Conversation {
  constructor(
    readonly client: Client,
    readonly id: string
  ) {}

  get path(): string {
    return `/v1/conversations/${this.id}`;
  }

  /** Its open tickets, sorted: intent, number of the order and lines of each, "refund_request 1001 L1+L2". */
  async open(): Promise<readonly string[]> {
    const { body } = await this.client.get('/v1/tickets?limit=50');
    return (body.items as Record<string, any>[])
      .filter(each => each['conversation_id'] === this.id && each['status'] === 'open')
      .map(each => `${each['intent']} ${each['order_id']?.slice(4)} ${(each['line_ids'] ?? []).join('+')}`)
      .sort();
  }

  async verify(email: string): Promise<boolean> {
    return (await this.client.post(`${this.path}/verify`, { email })).body.verified;
  }

  /** Sends a message and returns its answer with the trace; throws for any status but 200. */
  async say(message: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
    const answer = await this.client.post(`${this.path}/messages`, { message, include_trace: true }, headers);
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
    return answer.body as Reply;
  }

  async read(): Promise<any> {
    return (await this.client.get(this.path)).body;
  }
}
