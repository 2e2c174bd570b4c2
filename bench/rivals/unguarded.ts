/** The server with an open door instead of the accounts, to tell what the guard costs. `node bench/rivals/unguarded.ts HOME PORT` */
import { pino } from 'pino';
import { free } from '../../src/accounts/limits/admission.ts';
import { createOrbweaver } from '../../src/http/orbweaver.ts';

const [home = '', port] = process.argv.slice(2);
const orbweaver = await createOrbweaver(
  { home, host: '127.0.0.1', port: Number(port), publicUrl: undefined },
  {
    now: Date.now,
    requestId: () => crypto.randomUUID(),
    log: pino({ level: 'warn' }),
    gateway: { admit: () => free, addressOf: (_forwarded, socket) => socket },
  },
  { files: new Map(), prerendered: new Map(), render: async () => null },
);
await orbweaver.listen();
process.once('SIGTERM', () => void orbweaver.stop().then(() => process.exit()));
process.stdout.write('ready\n');
