/**
 * One slug per operator, however its sources spell it, and GCAT's organizations as operators.
 * Source of the codes: https://planet4589.org/space/gcat/web/orgs/index.html. There, UCode identifies an organization across changes of
 * name (NASDA, JAXA), and Parent is the one it belongs to.
 */
import { stateNames } from './country.ts';
import { fold } from './names.ts';
import { OPERATORS } from './operator-spellings.ts';
import { own } from './own.ts';

const CANONICAL: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(OPERATORS).flatMap(([slug, [, spellings]]) =>
    `${slug} ${spellings}`
      .trim()
      .split(' ')
      .map((spelling): [string, string] => [spelling, slug]),
  ),
);

const LEGAL =
  /-(inc|incorporated|corp|corporation|llc|l-l-c|ltd|limited|co|company|plc|llp|lp|l-p|s-a|sa|s-a-s|sas|s-a-r-l|sarl|s-p-a|spa|gmbh|ag|ug|bv|b-v|nv|n-v|ab|oy|oyj|asa|as|a-s|aps|kk|k-k|pty|pte|pjsc|jsc|ojsc|oao|pao|zao|ooo|bhd|sdn|yg|kg|srl|s-r-l|sl|s-l|kft)$/;

/** A plain slug: accents folded, `&` as "and", legal form dropped, text in brackets kept. Empty for a name without letters. */
export function slug(name: string): string {
  let text = fold(name)
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .replace(/^the-/, '');
  for (let shorter = text.replace(LEGAL, ''); shorter !== text; shorter = text.replace(LEGAL, '')) text = shorter;
  return text;
}

/** Names of states, as slugs: they name an owner, not an operator. */
const STATE_NAMES: ReadonlySet<string> = new Set(stateNames.map(slug));

const NOBODY = new Set(['', 'none', 'x', 'unk', 'unknown', 'n-a', 'na', 'null', 'tbd', 'various']);
const UNKNOWN = /^unknown-/;

/** Whether a slug names no particular operator: an empty one, "Unknown US operator", or a state. */
const isNobody = (plain: string): boolean => NOBODY.has(plain) || UNKNOWN.test(plain) || STATE_NAMES.has(plain);

/** The operator that a free text names. @returns null if it names none: ``, `-`, SatNOGS's `None`, `Unknown`, a state. */
export function operator(name: string | null | undefined): { slug: string; name: string } | null {
  const plain = slug(name ?? '');
  if (isNobody(plain)) return null;
  const known = own(CANONICAL, plain);
  return known === undefined
    ? { slug: plain, name: (name as string).trim() }
    : { slug: known, name: OPERATORS[known]![0] };
}

/** Words that only some sources put before an organization's name. */
const NATIONAL = /^(nasa|us|u-s|united-states|usaf|russian|soviet|china|chinese)-(?=[a-z]{3})/;

/** The keys of a free-text name: its slug, with and without a prefix such as `NASA` or `US`. Empty if it names no operator. */
export function operatorKeys(name: string): string[] {
  const known = operator(name);
  if (known === null) return [];
  const shorter = known.slug.replace(NATIONAL, '');
  return [...new Set([known.slug, own(CANONICAL, shorter) ?? shorter])];
}

/** Legal and local branches without a Parent in orgs.tsv: code → parent's code. */
const BRANCHES: Record<string, string> = {
  SPXT: 'SPX',
  SPXTX: 'SPX',
  ONEWUS: 'ONEWEB',
  SWARNZ: 'SWARM',
  SPIREL: 'SPIRE',
};

/**
 * A row of orgs.tsv, the columns read here. `Class` is A academic, B business, C civil, D defense; ShortName, ShortEName and UName are
 * other names of it, compared but not shown; `fileTime` is when its file was made.
 */
export type GcatOrg = Record<
  'Code' | 'UCode' | 'StateCode' | 'Type' | 'TStart' | 'TStop' | 'Name' | 'EName' | 'Parent',
  string
> &
  Partial<Record<'Class' | 'ShortName' | 'ShortEName' | 'UName', string>> & { fileTime?: string | null };

export interface GcatOperator {
  code: string;
  slug: string;
  /** The organization's name at the time of this code, in English if GCAT has it. */
  name: string;
  /** Slug of the organization it belongs to, else null. Branch and parent are two operators, but their claims don't conflict. */
  branch_of: string | null;
  /** Slug of the organization that succeeded it, if it no longer exists, else null. */
  successor: string | null;
  /** False for states and for organizations that GCAT calls unknown: they can be owners, but are not shown as operators. */
  named: boolean;
}

/** GCAT pads an absent name with blanks and dashes. */
const englishName = (org: GcatOrg): string =>
  [org.EName, org.Name, org.Code].map((text) => text.trim()).find((text) => !/^[-\s]*$/.test(text)) as string;
const year = (text: string): number => Number(/\d{3,4}/.exec(text)?.[0] ?? 0);
/** Sorts names by time: the highest is the current or last one. */
const recency = (org: GcatOrg): number =>
  (/^\s*[-*]?\s*$/.test(org.TStop) ? 10_000 : year(org.TStop)) * 10_000 + year(org.TStart);

/**
 * Operators by code. All codes of one UCode get one slug, that of the newest name. If two UCodes would share a slug by accident, the
 * first in the file that owns or operates anything (Type O) keeps it, and the others append their state, then their UCode. Spellings in
 * OPERATORS share a slug on purpose. A renamed company remains one operator; a former public body (Class other than B) keeps its own
 * name and links to its successor: NASDA is not JAXA, and the OKB-1 of 1957 is not RSC Energia.
 */
export function gcatOperators(orgs: readonly GcatOrg[]): Map<string, GcatOperator> {
  const groups = new Map<string, GcatOrg[]>();
  for (const org of orgs) groups.set(org.UCode.trim(), [...(groups.get(org.UCode.trim()) ?? []), org]);

  const holders = new Map<string, string>();
  const slugs = new Map<string, string>();
  const owns = (group: readonly GcatOrg[]): boolean => group.some((org) => /(^|\/)O(\/|$)/.test(org.Type.trim()));
  const ordered = [...groups].sort(([, a], [, b]) => Number(owns(b)) - Number(owns(a)));
  for (const [ucode, group] of ordered) {
    const newest = group.reduce((best, org) => (recency(org) > recency(best) ? org : best));
    const known = own(CANONICAL, slug(englishName(newest)));
    const plain = slug(englishName(newest)) || slug(ucode);
    const tries = [
      plain,
      `${plain}-${slug(newest.StateCode)}`,
      `${plain}-${slug(ucode)}`,
      `${plain}-${slug(newest.StateCode)}-${slug(ucode)}`,
    ];
    const chosen =
      known ??
      (tries.find((candidate) => !holders.has(candidate) && own(CANONICAL, candidate) === undefined) as string);
    if (!holders.has(chosen)) holders.set(chosen, ucode);
    slugs.set(ucode, chosen);
  }
  const former = formerSlugs(orgs, slugs, holders);

  const byCode = new Map(orgs.map((org) => [org.Code.trim(), org]));
  const slugOf = (code: string): string | undefined =>
    former.get(code) ?? slugs.get(byCode.get(code)?.UCode.trim() ?? '');
  const operators = new Map<string, GcatOperator>();
  for (const org of orgs) {
    const code = org.Code.trim();
    const up = byCode.get(own(BRANCHES, code) ?? org.Parent.trim());
    const parent = up === undefined || isState(up) ? undefined : slugOf(up.Code.trim());
    const mine = slugOf(code) as string;
    const newest = slugs.get(org.UCode.trim()) as string;
    operators.set(code, {
      code,
      slug: mine,
      name: englishName(org),
      branch_of: parent === undefined || parent === mine ? null : parent,
      successor: newest === mine ? null : newest,
      named: !isState(org) && !isNobody(slug(englishName(org))) && !/^UNK/.test(code),
    });
  }
  return operators;
}

const isState = (org: GcatOrg): boolean => /^(CY|AP)/.test(org.Type.trim());

/** Slugs of former public bodies, by code: those whose name differs from the newest name of their UCode. */
function formerSlugs(
  orgs: readonly GcatOrg[],
  slugs: ReadonlyMap<string, string>,
  holders: ReadonlyMap<string, string>,
): Map<string, string> {
  const former = new Map<string, string>();
  const taken = new Map(holders);
  for (const org of orgs) {
    const [code, ucode] = [org.Code.trim(), org.UCode.trim()];
    const ended = !/^\s*[-*]?\s*$/.test(org.TStop);
    if (!ended || (org.Class ?? 'B').trim() === 'B') continue;
    const plain = slug(englishName(org));
    const mine = own(CANONICAL, plain) ?? (plain || slug(code));
    if (mine === slugs.get(ucode)) continue;
    // Two former bodies may have had the same name, and a current one may use it, too.
    const holder = taken.get(mine) ?? ucode;
    const chosen = holder === ucode || own(CANONICAL, plain) ? mine : `${mine}-${slug(code)}`;
    taken.set(chosen, ucode);
    former.set(code, chosen);
  }
  return former;
}

/** Owner: one code, or several with `/`, and `?` if GCAT is unsure. @returns `null` for `-`; codes missing from orgs.tsv are in `unknown`. */
export function gcatOwners(
  raw: string,
  operators: ReadonlyMap<string, GcatOperator>,
): { operators: GcatOperator[]; unknown: string[]; uncertain: boolean } | null {
  const text = raw.trim();
  if (text === '' || text === '-') return null;
  const codes = text
    .split('/')
    .map((code) => code.replace(/\?/g, '').trim())
    .filter((code) => code !== '');
  return {
    operators: codes.flatMap((code) => operators.get(code) ?? []).filter(({ named }) => named),
    unknown: codes.filter((code) => !operators.has(code)),
    uncertain: text.includes('?'),
  };
}
