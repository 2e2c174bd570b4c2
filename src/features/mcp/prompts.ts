import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const evidence =
  'Give the source, the confidence and the age of every value you state, as the tools return them. If a value is CONFLICTING, give every side. If a field is missing, say that no source has it. End with the attributions of the sources you used.';

const argument = (description: string) => z.string().min(1).max(200).describe(description);

/** A common question: its text, and the tools that answer it. */
interface Question {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly args: Readonly<Record<string, z.ZodType<string | undefined>>>;
  text(args: Readonly<Record<string, string | undefined>>): string;
}

export const questions: readonly Question[] = [
  {
    name: 'describe_object',
    title: 'What is this object?',
    description: 'What is known about an object, and how certain it is',
    args: { object: argument('Name, catalog number or COSPAR designator') },
    text: ({ object }) =>
      `What is “${object}”? Find it with search_objects; if several objects match, say which you took. Then call get_object, and describe what it is, who operates it, when and from where it was launched, its orbit, and its state today.`,
  },
  {
    name: 'next_passes',
    title: 'When can I see it?',
    description: 'When an object passes over a place, and when it can be seen',
    args: { object: argument('Name or catalog number'), place: argument('A place, or latitude and longitude') },
    text: ({ object, place }) =>
      `When can I see “${object}” from ${place}? Find the object with search_objects, and the latitude and longitude of the place yourself: state them. Call find_passes with visible=true for the next five days; if there are none, call it again without visible, and say that none of these can be seen. Give times in the local time of the place and in UTC, directions as compass points, and how old the elements are.`,
  },
  {
    name: 'sky_now',
    title: 'What is above me now?',
    description: 'The objects above a place at this moment',
    args: { place: argument('A place, or latitude and longitude') },
    text: ({ place }) =>
      `What is above ${place} right now? Find the latitude and longitude of the place yourself: state them. Call list_above, say how many objects there are, and describe the most notable of the highest.`,
  },
  {
    name: 'disagreements',
    title: 'Where do sources disagree?',
    description: 'The conflicts of an object, an operator or a country',
    args: { subject: argument('An object, an operator or a country') },
    text: ({ subject }) =>
      `On what do sources disagree about “${subject}”? If it is an object, find it with search_objects and call list_conflicts with its number in ids; otherwise call list_conflicts with operator or country. For each conflict say who claims what, how old each claim is, and which value the record takes and why.`,
  },
  {
    name: 'what_changed',
    title: 'What changed?',
    description: 'What changed in the catalog, or of one object',
    args: {
      since: argument('A day, such as 2026-08-21'),
      object: argument('Name or catalog number').optional(),
    },
    text: ({ since, object }) =>
      object === undefined
        ? `What changed in orbit since ${since}? Call list_changes with since, for each type of event, and summarize: new objects by launch, reentries, orbit changes, and changed values.`
        : `What changed about “${object}” since ${since}? Find it with search_objects, call get_history, and list the changes since that day, before and after.`,
  },
];

/** Adds the prompts to a server. */
export function addPrompts(server: McpServer): void {
  for (const { name, title, description, args, text } of questions)
    server.registerPrompt(name, { title, description, argsSchema: z.object(args) }, (given) => ({
      messages: [
        {
          role: 'user',
          content: { type: 'text', text: `${text(given)}\n\n${evidence}` },
        },
      ],
    }));
}
