import { setTimeout as pause } from 'node:timers/promises';
import { explained, flag, helpOption, parseOptions, text } from '../src/cli/option.ts';
import { readConfig } from '../src/config.ts';
import { locked } from '../src/lock.ts';
import { plural } from '../src/schema/plain-text.ts';
import { Bucket, BucketProblem, bucketPlace } from './mirror/bucket.ts';
import { Follower } from './mirror/follower.ts';
import { publicKey } from './mirror/signature.ts';
import { formatError, progress, runCommand } from './run-command.ts';

const options = {
  once: flag('check once; exit code 0 if the home folder then has the release of the bucket'),
  every: text('SECONDS', 'time between two checks; default: 30'),
  key: text('KEY', 'the public key that "npm run publish" prints: refuses what is not signed with it'),
  'allow-older': flag('accept a release that is older than the current one, after a rollback at the publisher'),
  endpoint: text('URL', 'URL of a store other than AWS; default: AWS_ENDPOINT_URL_S3'),
  region: text('NAME', 'region; default: AWS_REGION'),
  ...helpOption,
};

const help = `npm run follow -- s3://bucket/prefix [--key KEY] [--once] [--every SECONDS] [--allow-older] [--endpoint URL] [--region NAME]

Downloads the current release of a bucket into ORBWEAVER_HOME, verifies the hash of each file, and switches to it in one step.
Servers with this home folder switch automatically. Then checks for the next release, until it is stopped.

${explained(options).join('\n')}

Credentials are read as in any AWS program: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or the machine's role.
`;

await runCommand(async () => {
  const { values, words } = parseOptions(process.argv.slice(2), options);
  if (values.help) return help;
  const every = values.every ?? '30';
  if (!/^[1-9]\d{0,4}$/.test(every)) throw new BucketProblem(`--every ${every}: not a number of seconds`);
  const bucket = new Bucket({ ...bucketPlace(words[0]), endpoint: values.endpoint, region: values.region });
  const key = values.key === undefined ? null : publicKey(values.key);
  const allowOlder = values['allow-older'] === true;
  const { home } = readConfig();
  const follower = new Follower(bucket, { home, key, allowOlder, progress });
  const look = async () => {
    const { pulled, archived } = await locked(home, () => follower.look());
    if (pulled)
      return `Release ${pulled.release} is served: ${plural(pulled.fetched, 'file')} fetched, ${pulled.linked} already here.\n`;
    return archived > 0 ? `The archive is that of the bucket: ${plural(archived, 'file')} fetched.\n` : '';
  };
  if (values.once) return (await look()) || 'Nothing to do: the release that the bucket names is already served.\n';
  for (;;) {
    const said = await look().catch((error) => `${formatError(error)}\n`);
    progress('');
    process.stdout.write(said);
    await pause(Number(every) * 1000);
  }
});
