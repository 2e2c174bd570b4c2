import { spawn } from 'node:child_process';
import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nginxBrotli } from '../machine.ts';
import { memoryOf } from '../measure/memory.ts';
import { answers, freePort, type Served, stopper } from '../measure/served.ts';

/** One worker, files that are open stay open, packed ones sent as they are, nothing logged. */
const configuration = (folder: string, publicFolder: string, port: number) => `
load_module ${nginxBrotli};
worker_processes 1;
daemon off;
pid ${folder}/pid;
error_log stderr error;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  open_file_cache max=1000 inactive=1h;
  open_file_cache_valid 1h;
  types { application/json json; text/csv csv; }
  charset utf-8;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${publicFolder};
    brotli_static on;
    gzip_static on;
    gzip_vary on;
    add_header Cache-Control "public, max-age=300";
    location = /api/v1/elements { try_files $uri.json =404; }
    location = /readyz { return 200; }
  }
}
`;

/** nginx with one worker on the public files of a home's release, as `_headers` and the packed files beside them allow. */
export async function serveNginx(home: string): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), 'orbweaver-nginx-'));
  await chmod(folder, 0o755);
  const file = join(folder, 'nginx.conf');
  const port = await freePort();
  await writeFile(file, configuration(folder, await realpath(join(home, 'current/public')), port));
  const child = spawn('nginx', ['-c', file, '-p', folder], { stdio: ['ignore', 'ignore', 'pipe'] });
  const end = stopper(child);
  const base = `http://127.0.0.1:${port}`;
  await answers(child, `${base}/readyz`);
  return {
    base,
    memory: () => memoryOf(child.pid!),
    async stop() {
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
