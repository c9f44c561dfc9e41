import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Request } from 'express';
import knex, { type Knex } from 'knex';

const ROUTE = '/v1/conversations/:id/messages';

/** The same SQL work without the rest: `reads` selects by key and `writes` inserts in one transaction, a builder call each. */
export async function startBuilder(database: string, reads: number, writes: number): Promise<number> {
  const db = await connect(database);
  await db.schema.createTable('facts', t => {
    t.string('id').primary().notNullable();
    t.text('content');
  });
  await db.schema.createTable('events', t => {
    t.increments('seq');
    t.string('run').index();
    t.integer('step');
    t.text('content');
  });
  await db('facts').insert(Array.from({ length: 100 }, (_, i) => ({ id: `ORD-${i}`, content: 'x'.repeat(600) })));
  return await listen(async ({ body }) => ({ ...(await message(db, reads, writes)), asked: asked(body) }));
}

/** A handler that only reads its JSON and answers. */
export const startBare = (): Promise<number> => listen(({ body }) => Promise.resolve({ asked: asked(body) }));

const asked = (body: unknown) => (body as { message: string }).message.length;

async function connect(database: string): Promise<Knex> {
  if (!database.startsWith('sqlite:')) return knex({ client: 'pg', connection: database, pool: { min: 0, max: 10 } });
  const filename = database.slice('sqlite:'.length);
  const pool = { min: 1, max: 1 };
  const db = knex({ client: 'sqlite3', connection: { filename }, useNullAsDefault: true, pool });
  await db.raw('pragma journal_mode = wal');
  await db.raw('pragma synchronous = full');
  return db;
}

async function message(db: Knex, reads: number, writes: number) {
  const run = String(Math.random());
  let found = 0;
  for (let i = 0; i < reads; i++) {
    const row = await db('facts')
      .where({ id: `ORD-${i}` })
      .first('content');
    if (row !== undefined) found++;
  }
  await db.transaction(async trx => {
    for (let step = 0; step < writes; step++) await trx('events').insert({ run, step, content: 'y'.repeat(400) });
  });
  return { found };
}

function listen(answer: (request: Request) => Promise<object>): Promise<number> {
  const app = express();
  app.use(express.json());
  app.post(ROUTE, (request, response, next) => {
    answer(request).then(body => void response.json(body), next);
  });
  const server: Server = createServer(app);
  return new Promise(done => server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)));
}
