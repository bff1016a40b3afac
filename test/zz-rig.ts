import { writeFileSync } from 'node:fs';
import { startPostgres } from './postgres.ts';

const pg = await startPostgres();
const url = await pg.newDatabase();
writeFileSync('/tmp/pg/env', `export M='${url}' FAR_TOKEN=bench TRACE_YES_TRUST=1\n`);
process.on('SIGTERM', async () => {
  await pg.stop();
  process.exit(0);
});
setInterval(() => {}, 1e6);
