import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bylaw, serve, storageIn } from '../../test/harness/child.js';
import type { Client, Conversation as Talk } from '../../test/harness/client.js';
import { everyRow } from '../listing.js';
import { type Fault, faultsOf, type Standing } from './check.js';
import type { Conversation } from './format.js';
import type { Ticket } from './tickets.js';

export interface Exchange extends Standing {
  readonly said: string;
}

export interface Proof {
  readonly address: string;
  readonly verified: boolean;
}

export interface PlacedFault extends Fault {
  /** Which message of the conversation, from 1. */
  readonly turn: number;
}

/** A conversation as it was held. */
export interface Held {
  readonly conversation: Conversation;
  /** Messages sent. */
  readonly turns: number;
  /** In the order in which they were found; an error ends the conversation. */
  readonly faults: readonly PlacedFault[];
  readonly transcript: readonly (Exchange | Proof)[];
}

const CUSTOMER = 'demo@example.com';

/** Holds all conversations, one after the other, with a support agent of their own on its demo data. */
export async function playAll(conversations: readonly Conversation[]): Promise<readonly Held[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-conversations-'));
  try {
    const { code, err } = await bylaw(['support', 'seed'], storageIn(folder));
    if (code !== 0) throw new Error(`seeding failed: ${err}`);
    const service = await serve(folder, { AGENT_STORAGE__SYNCHRONOUS: 'normal' });
    try {
      const held: Held[] = [];
      for (const conversation of conversations) held.push(await play(service.client, conversation));
      return held;
    } finally {
      service.kill('SIGTERM');
      await service.ended;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function play(client: Client, conversation: Conversation): Promise<Held> {
  const faults: PlacedFault[] = [];
  const transcript: (Exchange | Proof)[] = [];
  let turns = 0;
  let standing: Standing | undefined;
  try {
    const proves = conversation.turns.some(turn => 'verify' in turn || turn.verify_before !== undefined);
    const talk = await client.talkUnverified(proves ? CUSTOMER : undefined);
    for (const turn of conversation.turns) {
      const address = 'verify' in turn ? turn.verify : turn.verify_before;
      if (address !== undefined) transcript.push({ address, verified: await verify(talk, address) });
      if ('verify' in turn) continue;
      turns++;
      const reply = await talk.say(turn.say);
      const now = { reply, tickets: await ticketsOf(talk) };
      transcript.push({ said: turn.say, ...now });
      const overdue = faults.some(({ kind }) => kind === 'missing_ticket');
      faults.push(...faultsOf(turn, now, { standing, overdue }).map(({ kind, what }) => ({ turn: turns, kind, what })));
      standing = now;
    }
  } catch (error) {
    faults.push({ turn: turns, kind: 'error', what: (error as Error).message });
  }
  return { conversation, turns, faults, transcript };
}

/** Whether the address proves who the customer is; throws when that was not answered. */
async function verify({ client, path }: Talk, email: string): Promise<boolean> {
  const { status, body, text } = await client.post(`${path}/verify`, { email });
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return body.verified as boolean;
}

async function ticketsOf({ client, id }: Talk): Promise<readonly Ticket[]> {
  const all = (await everyRow(client, '/v1/tickets')) as unknown as readonly Ticket[];
  return all.filter(({ conversation_id }) => conversation_id === id).toReversed();
}
