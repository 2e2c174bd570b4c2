/** The kinds of subjects that an account can follow by email: the first segments of the paths of their pages. */
const followedKinds = ['satellites', 'launches', 'groups', 'operators', 'reentries', 'conflicts'] as const;
export type FollowedKind = (typeof followedKinds)[number];

export const isFollowedKind = (text: string): text is FollowedKind =>
  (followedKinds as readonly string[]).includes(text);

/** A subject of a kind. Reentries and conflicts are followed as a whole: their `subject` is empty. */
export interface FollowedSubject {
  readonly kind: FollowedKind;
  readonly subject: string;
}

/** The pages of the kinds that are followed as a whole. */
const wholes = { reentries: '/reentries/upcoming', conflicts: '/conflicts' } as const;

/** Whether a kind is followed as a whole. */
export const isWhole = (kind: FollowedKind): kind is keyof typeof wholes => Object.hasOwn(wholes, kind);

/** The path of the page of a subject. */
export const followedPath = ({ kind, subject }: FollowedSubject): string =>
  isWhole(kind) ? wholes[kind] : `/${kind}/${subject}`;

/** The page of the email digest with the form that follows a subject, filled in. */
export const emailAddress = ({ kind, subject }: FollowedSubject): string =>
  `/account/digest?${new URLSearchParams({ kind, ...(!isWhole(kind) && { subject }) })}`;

/**
 * URL of the form for a new webhook about some objects, prefilled; `types` are the types of events, the default ones if
 * empty.
 */
export function webhookAddress(query: string, description: string, types: readonly string[] = []): string {
  const filled = new URLSearchParams({ query, description: description.slice(0, 200) });
  for (const type of types) filled.set(`type_${type}`, 'on');
  return `/account/webhooks?${filled}`;
}
