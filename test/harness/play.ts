import { play as playOn } from '../../plugins/support/scenarios/play.js';
import type { PlacedScenario } from './scenario.js';
import { ACME_KEY, KEY, type TestService } from './service.js';

const KEYS: Readonly<Record<string, string>> = { demo: KEY, acme: ACME_KEY };

/** Holds the conversation of a scenario with the service over HTTP. Throws with every difference of a step. */
export async function play(service: TestService, scenario: PlacedScenario): Promise<void> {
  const { tenant = 'demo', customer, verify = true, title, place } = scenario;
  const client = service.client(KEYS[tenant]);
  const conversation = await (customer === undefined || verify
    ? client.talk(customer)
    : client.talkUnverified(customer));
  const { failures } = await playOn(scenario, {
    say: message => conversation.say(message),
    verify: email => conversation.verify(email),
    async ticket(id) {
      const { items } = (await client.get('/v1/tickets')).body;
      return items.find((ticket: { ticket_id: string }) => ticket.ticket_id === id);
    }
  });
  if (failures.length > 0) throw new Error([`${place}: "${title}"`, ...failures].join('\n  '));
}
