import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '../src/config.ts';
import { locked } from '../src/lock.ts';
import { localArchive, pullArchive } from './mirror/archive.ts';
import { Bucket, BucketProblem, bucketPlace } from './mirror/bucket.ts';
import { pull } from './mirror/pull.ts';
import { formatError, progress, runCommand } from './run-command.ts';

const help = `npm run follow -- s3://bucket/prefix [--once] [--every SECONDS] [--endpoint URL] [--region NAME]

Downloads the current release of a bucket into ORBWEAVER_HOME, verifies the hash of each file, and switches to it in one step.
Servers with this home folder switch automatically. Then checks for the next release, until it is stopped.

  --once          check once; exit code 0 if the home folder then has the release of the bucket
  --every SECONDS time between two checks; default: 30
  --endpoint URL  URL of a store other than AWS; default: AWS_ENDPOINT_URL_S3
  --region NAME   region; default: AWS_REGION

Credentials are read as in any AWS program: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or the machine's role.
`;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      once: { type: 'boolean', default: false },
      every: { type: 'string', default: '30' },
      endpoint: { type: 'string' },
      region: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return help;
  if (!/^[1-9]\d{0,4}$/.test(values.every)) throw new BucketProblem(`--every ${values.every} is no number of seconds`);
  const bucket = new Bucket({ ...bucketPlace(positionals[0]), endpoint: values.endpoint, region: values.region });
  const { home } = readConfig();
  const look = () =>
    locked(home, async () => {
      const pulled = await pull(bucket, { home, progress });
      if (pulled || (await localArchive(home)) === null) await pullArchive(bucket, home);
      if (!pulled) return '';
      return `Release ${pulled.release} is served: ${pulled.fetched} files fetched, ${pulled.linked} there already.\n`;
    });
  if (values.once) return (await look()) || 'Nothing to do: the release that the bucket names is served.\n';
  for (;;) {
    const said = await look().catch((error) => `${formatError(error)}\n`);
    progress('');
    process.stdout.write(said);
    await pause(Number(values.every) * 1000);
  }
});
