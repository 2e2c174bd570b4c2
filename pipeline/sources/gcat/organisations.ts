import { gcatState } from '../../codes/gcat-states.ts';
import { type GcatOperator, type GcatOrg, gcatOwners, operatorKeys } from '../../codes/operators.ts';
import { sayCountry } from '../countries.ts';
import type { Book } from '../source.ts';

/** Looks organisation codes up (`NRO/CIA`, `CAST?`) and reports each one that orgs.tsv lacks. Null: no one is named. */
function lookUp(book: Book, column: string, raw: string | null) {
  const found = gcatOwners(raw ?? '', book.shelf<GcatOperator>('operator'));
  for (const code of found?.unknown ?? []) book.holdOut('unknown_code', column, code, 'value');
  const [lead] = found?.operators ?? [];
  return lead ? { lead, all: found!.operators, uncertain: found!.uncertain } : null;
}

/** Every name that GCAT has for these organisations, so that whoever uses another of them still agrees. */
function keysOf(book: Book, organisations: readonly GcatOperator[]): string[] {
  const keys = organisations.flatMap(({ code, slug, successor }) => {
    const org = book.recall<GcatOrg>('org', code);
    const names = org ? [org.Name, org.EName, org.ShortName ?? '', org.ShortEName ?? '', org.UName ?? ''] : [];
    return [slug, ...(successor === null ? [] : [successor]), ...names.flatMap(operatorKeys)];
  });
  return [...new Set(keys)];
}

/**
 * Says who operates the object. Of several owners the first leads, and the others are claims after it; each agrees with whoever names any
 * of them, and one of the past with whoever names its successor. A branch (SpaceX in Seattle) is not its parent (SpaceX), but who names the parent doesn't contradict who names the branch.
 */
export function sayOperator(book: Book, raw: string | null): void {
  const owner = lookUp(book, 'Owner', raw);
  if (!owner) return;
  const slugs = new Map(owner.all.map((one) => [one.slug, one.name]));
  const keys = keysOf(book, owner.all);
  const near = owner.all.flatMap((one) => one.branch_of ?? []);
  for (const [place, [slug, name]] of [...slugs].entries()) {
    book.name('operator', slug, name);
    book.say('operator', slug, raw ?? '', { keys, near, uncertain: owner.uncertain, weight: Math.min(place, 9) });
  }
}

/** Says who built it, and where that company is. */
export function sayManufacturer(book: Book, raw: string | null): void {
  const maker = lookUp(book, 'Manufacturer', raw);
  if (!maker) return;
  book.say('manufacturer', maker.lead.name, raw ?? '', {
    keys: keysOf(book, maker.all),
    near: maker.all.flatMap((one) => one.branch_of ?? []),
    uncertain: maker.uncertain,
  });
  const org = book.recall<GcatOrg>('org', maker.lead.code);
  const state = org && gcatState(org.StateCode);
  if (state)
    sayCountry(book, 'manufacturer_country', state.country, `orgs.tsv ${maker.lead.code} StateCode=${org.StateCode}`, {
      uncertain: maker.uncertain || state.uncertain,
      observedAt: org.observedAt ?? null,
    });
}
