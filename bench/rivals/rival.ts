import type { Right } from '../asked/right.ts';
import { freePort, type Served, start } from '../measure/served.ts';
import { fill, startPostgres } from './postgres.ts';

/** Fastify before PostgreSQL, filled from a release: what people would build instead. */
export async function serveRival(home: string, right: Right, plainRecords: boolean): Promise<Served> {
  const postgres = await startPostgres();
  try {
    await fill(home, postgres, right, plainRecords);
    const port = await freePort();
    const fastify = await start(['bench/rivals/fastify.ts', postgres.host, String(port)], port, '/readyz');
    return {
      base: fastify.base,
      memory: async () => (await fastify.memory()) + (await postgres.memory()),
      async stop() {
        await fastify.stop();
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
