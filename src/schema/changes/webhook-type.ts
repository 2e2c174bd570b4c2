import { eventTypes } from '../vocabulary.ts';
import { eventNames } from './event-words.ts';

/** Types from the change sets that a webhook can receive besides events, as a form shows them. */
const changeNames = {
  value_changed: 'Changed value',
  conflict_changed: 'Conflict that began or ended',
  object_removed: 'Removed object',
} as const;

/** Every type that a webhook can receive, as a form shows it: events; and changes and close approaches, which are sent only if named. */
export const webhookTypeNames = { ...eventNames, ...changeNames, close_approach: 'Close approach' } as const;

export type WebhookType = keyof typeof webhookTypeNames;
export const webhookTypes = Object.keys(webhookTypeNames) as [WebhookType, ...WebhookType[]];

/** The types that are sent if a webhook names none. */
export const defaultTypes: readonly WebhookType[] = eventTypes;

/** The same for people: every event, and nothing else. */
export const defaultTypesWords = `every event: ${Object.values(eventNames)
  .map((name) => name.toLowerCase())
  .join(', ')}`;

/** Whether a type is that of a change, not of an event. */
export const isChangeType = (type: string): boolean => Object.hasOwn(changeNames, type);
