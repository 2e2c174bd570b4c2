import { explained, flag, helpOption, parseOptions, text } from '../src/cli/option.ts';
import { readConfig } from '../src/config.ts';
import { plural } from '../src/schema/plain-text.ts';
import { localArchive, pushArchive } from './mirror/archive.ts';
import { Bucket, BucketProblem, bucketPlace } from './mirror/bucket.ts';
import { push } from './mirror/push.ts';
import { signerOf } from './mirror/signature.ts';
import { Releases } from './publish/release.ts';
import { progress, runCommand } from './run-command.ts';

const options = {
  endpoint: text('URL', 'URL of a store other than AWS; default: AWS_ENDPOINT_URL_S3'),
  region: text('NAME', 'region; default: AWS_REGION'),
  keep: text('N', 'number of releases to keep in the bucket, including this one; default: 10'),
  json: flag('print the result as JSON'),
  ...helpOption,
};

const help = `npm run publish -- s3://bucket/prefix [--endpoint URL] [--region NAME] [--keep N] [--json]

Uploads the current release to a bucket of an S3-compatible store. Only changed files are uploaded, the manifest last. Servers
download it with "npm run follow"; a CDN can serve the files below <prefix>/api/v1/.

${explained(options).join('\n')}

Credentials are read as in any AWS program: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or the machine's role.
`;

await runCommand(async () => {
  const { values, words } = parseOptions(process.argv.slice(2), options);
  if (values.help) return help;
  const keep = values.keep ?? '10';
  if (!/^[1-9]\d{0,3}$/.test(keep)) throw new BucketProblem(`--keep ${keep}: not a whole number of 1 or more`);
  const bucket = new Bucket({ ...bucketPlace(words[0]), endpoint: values.endpoint, region: values.region });
  try {
    const { home, publicUrl } = readConfig();
    const releases = new Releases(home);
    const current = await releases.current();
    if (!current) throw new BucketProblem('there is no release to publish: "npm run refresh" builds one');
    const signer = await signerOf(home);
    const done = await push(bucket, { signer, folder: releases.folder(current.id), keep: Number(keep), progress });
    const archive = await localArchive(home);
    if (archive && archive.sample === current.sample)
      await pushArchive(bucket, home, archive, { base: publicUrl ?? '', signer });
    if (values.json) return `${JSON.stringify({ ...done, key: signer.key })}\n`;
    return `Release ${done.release} is in the bucket: ${plural(done.written, 'object')} written, ${done.unchanged} unchanged, ${done.removed} removed.\nSigned with the key of this home; followers pin it with --key ${signer.key}\n`;
  } finally {
    bucket.close();
  }
});
