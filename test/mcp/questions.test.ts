import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishers } from '../../src/schema/release/publishers.ts';
import { type SampleServer, serveSample } from '../api/sample-server.ts';
import { callTool } from './mcp-client.ts';
import { questions } from './questions.ts';

/** Calls each question's tool with its arguments; no model is involved. */
let server: SampleServer;
beforeAll(async () => {
  server = await serveSample();
});
afterAll(() => server?.remove());

const slugs: Readonly<Record<string, string>> = {
  c: 'celestrak',
  g: 'gcat',
  s: 'satnogs',
  w: 'wikidata',
  d: 'derived',
};

const atPath = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], value);

interface Fact {
  readonly field: string;
  readonly value: unknown;
  readonly confidence: string | null;
  readonly sources: readonly string[];
  readonly age_days: number | null;
}

/** Every fact in a result, at any depth. */
function factsIn(value: unknown): Fact[] {
  if (Array.isArray(value)) return value.flatMap(factsIn);
  if (value === null || typeof value !== 'object') return [];
  const inner = Object.values(value).flatMap(factsIn);
  return 'field' in value && 'confidence' in value && 'value' in value ? [value as Fact, ...inner] : inner;
}

describe('the questions', () => {
  test('are seventy-one distinct ones that cover every tool', () => {
    expect(questions).toHaveLength(71);
    expect(new Set(questions.map(([text]) => text)).size).toBe(71);
    expect([...new Set(questions.map(([, tool]) => tool))].sort()).toEqual([
      'explain_sighting',
      'find_passes',
      'get_elements',
      'get_history',
      'get_object',
      'identify_streak',
      'list_above',
      'list_changes',
      'list_close_approaches',
      'list_conflicts',
      'list_field_tracks',
      'list_maneuvers',
      'list_passes',
      'list_transmitters',
      'run_sql',
      'search_objects',
    ]);
  });

  test.each(questions.map((question) => [question[0], question] as const))(
    '%s',
    async (_text, [, tool, args, ...expected]) => {
      const result = await callTool(server.base, tool, args);
      const content = result.structuredContent;
      // The text has the same content, for clients that read only text.
      if (!result.isError) expect(JSON.parse(result.content[0].text)).toEqual(content);
      for (const one of expected) {
        if ('error' in one) {
          expect([result.isError, content.code]).toEqual([true, one.error]);
          expect(result.content[0].text).toContain(`${one.error}: `);
          return;
        }
        expect(result.isError, result.content[0].text).toBeUndefined();
        if ('near' in one)
          expect(Math.abs(Number(atPath(content, one.at)) - one.near), one.at).toBeLessThanOrEqual(one.within);
        else if ('at' in one) expect(atPath(content, one.at), one.at).toEqual(one.is);
        else {
          const found = factsIn(content).find(({ field }) => field === one.fact);
          expect(found).toMatchObject({
            value: one.is,
            confidence: one.confidence,
            sources: [...one.sources].map((letter) => slugs[letter]),
            age_days: expect.any(Number),
          });
        }
      }
      // Every result has the release and its age, a confidence and an age for each value, and an attribution for each source.
      expect(content.release).toMatchObject({ id: expect.any(String), age_hours: expect.any(Number), sample: true });
      for (const { field, confidence, sources, age_days } of factsIn(content)) {
        expect([field, confidence, age_days]).toEqual([field, expect.any(String), expect.any(Number)]);
        for (const slug of sources)
          if (publishers.some((publisher) => publisher.slug === slug))
            expect(Object.keys(content.attributions)).toContain(slug);
      }
    },
  );
});
