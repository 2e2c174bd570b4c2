#!/usr/bin/env node
// The command behind the npm scripts and `npx orbweaver`. Plain JavaScript, so that an old Node can read it too.
import '../check-node.js';

const { enableCompileCache } = await import('node:module');
// Before any TypeScript: compiled code is kept next to the packages, and the next start needs a third less.
// Where the folder is read-only, nothing is kept.
enableCompileCache(`${import.meta.dirname}/../../node_modules/.cache/orbweaver`);

await import('./orbweaver.ts');
