import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AstroIntegration } from 'astro';
import { pino } from 'pino';
import { readConfig } from '../../config.ts';
import { openDoor } from '../accounts-gateway.ts';
import { createOrbweaver } from '../orbweaver.ts';
import type { Site } from './site.ts';

/**
 * Gives `astro dev` what the server gives to the built website: the same steps before Astro, and the same locals. It
 * puts Astro's dev server in the place of the built one.
 */
export default function devServer(): AstroIntegration {
  return {
    name: 'orbweaver-dev-server',
    hooks: {
      'astro:server:setup': async ({ server: vite }) => {
        const onward = new WeakMap<IncomingMessage, () => void>();
        const render: Site['render'] = (request, response, _next, locals) => {
          // Where Astro's dev server looks for locals; the built handler takes them as an argument.
          Reflect.set(request, Symbol.for('astro.locals'), locals);
          // The dev server writes scripts into pages that the built site does not have.
          response.removeHeader('Content-Security-Policy');
          onward.get(request)?.();
        };
        const site: Site = { files: (_request, _response, next) => next(), render };
        const config = readConfig();
        const log = pino({ level: 'info' }, pino.destination(2));
        const door = await openDoor(config, { now: Date.now, log });
        const world = { now: Date.now, requestId: randomUUID, log, door };
        const orbweaver = await createOrbweaver(config, world, site);
        vite.httpServer?.once('close', () => void orbweaver.stop().then(() => door.close()));
        vite.middlewares.use((request, response, next) => {
          onward.set(request, next);
          orbweaver.handle(request, response);
        });
      },
    },
  };
}
