import { startPostgres, type PostgresServer } from '../../harness/postgres.js';
import { storeSuite } from './test-database.js';

describe('store on PostgreSQL', () => {
  let server: PostgresServer;
  before(async () => void (server = await startPostgres()));
  after(() => server.stop());

  storeSuite({ fresh: () => server.fresh(), runs: 20 });
});
