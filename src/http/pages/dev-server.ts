import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { AstroIntegration } from 'astro';
import { pino } from 'pino';
import { readConfig } from '../../config.ts';
import { redact } from '../../redact.ts';
import { openGateway } from '../accounts-gateway.ts';
import { createOrbweaver } from '../orbweaver.ts';
import type { Site } from './site.ts';

/**
 * Runs `astro dev` like the built website: with the same app before Astro, and the same locals. Astro's dev server takes the
 * place of the built one.
 */
export default function devServer(): AstroIntegration {
  return {
    name: 'orbweaver-dev-server',
    hooks: {
      'astro:server:setup': async ({ server: vite }) => {
        const onward = new WeakMap<IncomingMessage, () => void>();
        const render: Site['render'] = async (_request, locals, bindings) => {
          const { incoming } = bindings!;
          // Astro's dev server reads locals from this symbol; the built entry takes them as an argument.
          Reflect.set(incoming, Symbol.for('astro.locals'), locals);
          onward.get(incoming as IncomingMessage)?.();
          return RESPONSE_ALREADY_SENT;
        };
        const site: Site = { files: new Map(), prerendered: new Map(), render };
        const config = readConfig();
        const log = pino({ level: 'info', hooks: { streamWrite: redact } }, pino.destination(2));
        const gateway = await openGateway(config, { now: Date.now, log });
        const orbweaver = await createOrbweaver(config, { now: Date.now, requestId: randomUUID, log, gateway }, site);
        vite.httpServer?.once('close', () => void orbweaver.stop().then(() => gateway.close()));
        vite.middlewares.use((request, response, next) => {
          onward.set(request, next);
          orbweaver.handle(request, response);
        });
      },
    },
  };
}
