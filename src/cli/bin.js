#!/usr/bin/env node
// What `npx orbweaver` runs. Plain JavaScript, so that an old Node can read it too.
import '../check-node.js';

await import('./orbweaver.ts');
