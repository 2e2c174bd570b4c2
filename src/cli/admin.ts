import { userInfo } from 'node:os';
import { ConfigError, readConfig } from '../config.ts';
import { runAdmin } from './run-admin.ts';

/** The operator's command line: `npm run admin -- keys create --email me@example.org`. */
try {
  const config = readConfig();
  process.exitCode = await runAdmin(process.argv.slice(2), {
    home: config.home,
    databaseUrl: config.databaseUrl,
    secret: config.secret,
    now: Date.now,
    actor: `operator ${process.env['SUDO_USER'] ?? userInfo().username}`,
    out: (line) => console.log(line),
    say: (line) => console.error(line),
  });
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(`Invalid setting.\n${error.message}`);
  process.exitCode = 2;
}
