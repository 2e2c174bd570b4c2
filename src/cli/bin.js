#!/usr/bin/env node
// The command behind the npm scripts and `npx orbweaver`. Plain JavaScript, so that an old Node can read it too.
import '../check-node.js';

const { enableCompileCache } = await import('node:module');
// Before any TypeScript: compiled code is kept next to the packages, and the next start needs a third less.
// If the folder is read-only, nothing is kept.
const folder = `${import.meta.dirname}/../../node_modules/.cache/orbweaver`;
enableCompileCache(folder);
// Only the environment tells threads and child processes about it: with it, a thread starts in half the processor time.
process.env.NODE_COMPILE_CACHE ??= folder;

await import('./orbweaver.ts');
