import type { TestProject } from 'vitest/node';

/** Runs once per run. The last line of `npm test` names the tests that it did not run. */
export default function setup({ vitest, globalConfig }: TestProject) {
  const projects = vitest.projects.map(({ name }) => name);
  if (projects.includes('slow') || globalConfig.watch) return;
  return () =>
    console.log(
      'These were the fast tests. `npm run test:all` adds the slow ones: browsers, killed processes, containers, real upstream files.\n',
    );
}
