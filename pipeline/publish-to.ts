import { parseArgs } from 'node:util';
import { readConfig } from '../src/config.ts';
import { localArchive, pushArchive } from './mirror/archive.ts';
import { Bucket, BucketProblem, bucketPlace } from './mirror/bucket.ts';
import { push } from './mirror/push.ts';
import { Releases } from './publish/release.ts';
import { progress, runCommand } from './run-command.ts';

const help = `npm run publish -- s3://bucket/prefix [--endpoint URL] [--region NAME] [--keep N] [--json]

Uploads the current release to a bucket of an S3-compatible store. Only changed files are uploaded, the manifest last. Servers
download it with "npm run follow"; a CDN can serve the files below <prefix>/api/v1/.

  --endpoint URL  URL of a store other than AWS; default: AWS_ENDPOINT_URL_S3
  --region NAME   region; default: AWS_REGION
  --keep N        number of releases to keep in the bucket, including this one; default: 10
  --json          print the result as JSON

Credentials are read as in any AWS program: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or the machine's role.
`;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      endpoint: { type: 'string' },
      region: { type: 'string' },
      keep: { type: 'string', default: '10' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return help;
  if (!/^[1-9]\d{0,3}$/.test(values.keep))
    throw new BucketProblem(`--keep ${values.keep} is no whole number of 1 or more`);
  const bucket = new Bucket({ ...bucketPlace(positionals[0]), endpoint: values.endpoint, region: values.region });
  try {
    const { home, publicUrl } = readConfig();
    const releases = new Releases(home);
    const current = await releases.current();
    if (!current) throw new BucketProblem('there is no release to publish: "npm run refresh" builds one');
    const done = await push(bucket, { folder: releases.folder(current.id), keep: Number(values.keep), progress });
    const archive = await localArchive(home);
    if (archive && archive.sample === current.sample) await pushArchive(bucket, home, archive, publicUrl ?? '');
    if (values.json) return `${JSON.stringify(done)}\n`;
    return `Release ${done.release} is in the bucket: ${done.written} objects written, ${done.unchanged} unchanged, ${done.removed} removed.\n`;
  } finally {
    bucket.close();
  }
});
