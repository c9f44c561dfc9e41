import { Skip, type Case, type CaseName } from '../case.js';
import { request } from '../messages.js';
import type { Reply, Sending } from '../peer.js';

const RULE = 'transports: Streamable HTTP';

const answers = (
  { id, level, rule }: CaseName,
  sending: Sending,
  check: (reply: Reply) => string | undefined
): Case => ({
  id,
  rule: `${RULE}, ${rule}`,
  level,
  on: 'http',
  phase: 'refusal',
  async run({ peer, id: next }) {
    const reply = await peer.ask(request(next(), 'tools/list'), sending);
    return reply.status === undefined ? reply.note : check(reply);
  }
});

const status =
  (...expected: number[]) =>
  ({ status: got }: Reply) =>
    expected.includes(got!) ? undefined : `the HTTP status is ${got}, not ${expected.join(' or ')}`;

const other = (method: string) =>
  answers(
    { id: `http-${method.toLowerCase()}`, level: 'should', rule: 'POST is the only method' },
    { method },
    status(405)
  );

const credential = (id: string, sending: Sending): Case => {
  const inner = answers({ id, level: 'must', rule: 'authorization' }, sending, ({ status: got, headers }) => {
    if (got !== 401) return `the HTTP status is ${got}, not 401`;
    const asked = headers?.['www-authenticate'] ?? '';
    return /^bearer/i.test(asked) ? undefined : 'there is no WWW-Authenticate: Bearer';
  });
  return {
    ...inner,
    run(trial) {
      if (!trial.peer.guarded) throw new Skip('no token was given');
      return inner.run(trial);
    }
  };
};

export const httpCases: readonly Case[] = [
  other('GET'),
  other('DELETE'),
  other('PUT'),
  answers({ id: 'http-allow', level: 'should', rule: '405 names the method' }, { method: 'PUT' }, ({ headers }) =>
    /\bPOST\b/.test(String(headers?.['allow'] ?? '')) ? undefined : 'there is no Allow: POST'
  ),
  answers(
    { id: 'http-origin-foreign', level: 'must', rule: 'Origin is checked' },
    { headers: { Origin: 'http://evil.example.com' } },
    status(403)
  ),
  answers(
    { id: 'http-origin-null', level: 'must', rule: 'Origin is checked' },
    { headers: { Origin: 'null' } },
    status(403)
  ),
  answers(
    { id: 'http-host-foreign', level: 'must', rule: 'DNS rebinding' },
    { headers: { Host: 'evil.example.com', Origin: 'http://evil.example.com' } },
    ({ status: got }) => (got! >= 400 && got! < 500 ? undefined : `the HTTP status is ${got}`)
  ),
  answers(
    { id: 'http-media-type', level: 'should', rule: 'the body is JSON' },
    { headers: { 'Content-Type': 'text/plain' } },
    status(415, 400)
  ),
  credential('http-token-absent', { headers: { Authorization: undefined } }),
  credential('http-token-wrong', { headers: { Authorization: 'Bearer not-the-token' } }),
  credential('http-token-other-scheme', { headers: { Authorization: 'Basic bm90OnRva2Vu' } }),
  credential('http-token-in-query', { headers: { Authorization: undefined }, query: '?access_token=not-the-token' }),
  {
    ...answers({ id: 'http-no-session', level: 'must', rule: 'no session id is minted' }, {}, ({ headers }) =>
      headers?.['mcp-session-id'] === undefined ? undefined : 'the answer has an Mcp-Session-Id'
    ),
    phase: 'result'
  },
  {
    ...answers(
      { id: 'http-content-type', level: 'must', rule: 'an answer is JSON or an event stream' },
      {},
      ({ headers }) =>
        /^(application\/json|text\/event-stream)\b/.test(headers?.['content-type'] ?? '')
          ? undefined
          : `the content type is ${headers?.['content-type']}`
    ),
    phase: 'result'
  }
];
