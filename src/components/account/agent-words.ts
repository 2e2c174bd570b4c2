const browsers = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrom(e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const systems = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Macintosh|Mac OS/, 'macOS'],
  [/Linux|X11/, 'Linux'],
] as const;

const named = (table: readonly (readonly [RegExp, string])[], agent: string) =>
  table.find(([pattern]) => pattern.test(agent))?.[1];

/** A readable name for a `User-Agent`: `Firefox on Windows`, or the first word if it is not a browser. */
export function agentWords(agent: string | null): string {
  if (!agent) return 'Unknown';
  const browser = named(browsers, agent) ?? agent.split(/[ /]/)[0]?.slice(0, 40) ?? '';
  const system = named(systems, agent);
  return system ? `${browser} on ${system}` : browser;
}
