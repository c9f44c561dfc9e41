import { Composer } from '../../../core/composing/index.js';
import { Metrics, newId, type Running, serviceNamed, silentLog, start } from '../../../core/index.js';
import { type HttpRoute, HttpSite } from '../../../core/http/index.js';
import { Store } from '../../../core/store/index.js';
import type { TestContext } from '../../../core/workbench/index.js';
import { openSeeded, withStore } from '../seed/seeded-store.js';
import { withCannedTools, type Canned } from './canned-tools.js';
import type { PlayedReply, PlayedTicket } from './differences.js';
import type { Talk } from './play.js';
import type { Rehearsal } from './rehearsal.js';
import type { Scenario } from './scenario.js';

/** The agent as it is in production, on a store of its own with the demo records, reached through its routes. */
export interface TestAgent {
  begin(scenario: Scenario): Promise<Talk>;
  /** Tools of other systems that the conversation begun last asked in vain. */
  readonly unanswered: ReadonlySet<string>;
  stop(): Promise<void>;
}

const keyOf = (tenant: string) => `test-key-of-${tenant}`;

/** @param rehearsal where every reading of a message is tried */
export async function startAgent(
  { root, services, set }: Pick<TestContext, 'root' | 'services' | 'set'>,
  tenants: readonly string[],
  rehearsal?: Rehearsal
): Promise<TestAgent> {
  const canned: Canned = { current: new Map(), unanswered: new Set() };
  const service = serviceNamed(services, 'support');
  const { store, close } = await openSeeded(service, set);
  let running: Running;
  try {
    running = await start({
      root,
      service: withCannedTools(
        withStore(rehearsal?.chooses(service) ?? service, rehearsal?.writesTo(store) ?? store),
        canned
      ),
      services,
      env: { AGENT_SECURITY__API_KEYS: tenants.map(tenant => `${tenant}:${keyOf(tenant)}`).join(',') },
      metrics: new Metrics(),
      log: silentLog,
      only: [Store, Composer, HttpSite]
    });
  } catch (error) {
    await close();
    throw error;
  }
  const site = running.items(HttpSite).find(({ name }) => name === 'support')!;
  return {
    async begin({ tenant = 'demo', customer, verify = true, answers = {} }) {
      canned.current = new Map(Object.entries(answers));
      canned.unanswered.clear();
      const talk = conversation(site, tenant);
      await talk.create(customer);
      if (customer !== undefined && verify && !(await talk.verify(customer)))
        throw new Error(`${customer} was not verified; is there such an account in seeds/accounts/?`);
      return talk;
    },
    unanswered: canned.unanswered,
    async stop() {
      await running.stop();
      await close();
    }
  };
}

function conversation(site: HttpSite, tenant: string): Talk & { create(email: string | undefined): Promise<void> } {
  const headers = { 'x-api-key': keyOf(tenant) };
  const caller: unknown = site.authenticate(headers, undefined);
  let id = '';
  const call = async (operationId: string, body: unknown, query: Readonly<Record<string, unknown>> = {}) => {
    const route = site.routes.find(each => each.operationId === operationId) as HttpRoute;
    const signal = new AbortController().signal;
    const answer = await route.handle({
      requestId: newId('req'),
      params: { id },
      query,
      headers,
      body,
      bytes: undefined,
      caller,
      signal
    });
    return answer.body as any;
  };
  return {
    async create(email) {
      id = (await call('createConversation', email === undefined ? {} : { customer_email: email })).conversation_id;
    },
    verify: async email => (await call('verifyConversation', { email })).verified as boolean,
    say: async message => (await call('sendMessage', { message, include_trace: true })) as PlayedReply,
    async ticket(ticketId) {
      const { items } = (await call('listTickets', undefined, { limit: 200 })) as {
        items: readonly (PlayedTicket & { ticket_id: string })[];
      };
      return items.find(({ ticket_id }) => ticket_id === ticketId);
    }
  };
}
