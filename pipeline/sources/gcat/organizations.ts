import { gcatState } from '../../codes/gcat/gcat-states.ts';
import { type GcatOperator, gcatOwners, operatorKeys } from '../../codes/operators.ts';
import { addCountry } from '../catalog-claims.ts';
import type { ClaimWriter } from '../source.ts';
import { gcatOperatorsByCode, gcatOrgs } from './tables.ts';

/** Looks up organization codes (`NRO/CIA`, `CAST?`) and rejects those that orgs.tsv lacks. Null: no organization is named. */
function lookUp(writer: ClaimWriter, column: string, raw: string | null) {
  const found = gcatOwners(raw ?? '', writer.lookup(gcatOperatorsByCode));
  for (const code of found?.unknown ?? []) writer.reject('unknown_code', column, code, 'value');
  const [lead] = found?.operators ?? [];
  return lead ? { lead, all: found!.operators, uncertain: found!.uncertain } : null;
}

/** All names that GCAT has for these organizations, so that a source that uses any of them agrees. */
function keysOf(writer: ClaimWriter, organizations: readonly GcatOperator[]): string[] {
  const keys = organizations.flatMap(({ code, slug, successor }) => {
    const org = writer.lookup(gcatOrgs).get(code);
    const names = org ? [org.Name, org.EName, org.ShortName ?? '', org.ShortEName ?? '', org.UName ?? ''] : [];
    return [slug, ...(successor === null ? [] : [successor]), ...names.flatMap(operatorKeys)];
  });
  return [...new Set(keys)];
}

/**
 * Adds claims about the object's operator. Of several owners, the first takes precedence; each agrees with a source that names any of them,
 * and a former one with a source that names its successor. A branch (SpaceX in Seattle) differs from its parent (SpaceX), but their claims
 * don't conflict.
 */
export function addOperator(writer: ClaimWriter, raw: string | null): void {
  const owner = lookUp(writer, 'Owner', raw);
  if (!owner) return;
  const slugs = new Map(owner.all.map((one) => [one.slug, one.name]));
  const keys = keysOf(writer, owner.all);
  const near = owner.all.flatMap((one) => one.branch_of ?? []);
  for (const [place, [slug, name]] of [...slugs].entries()) {
    writer.name('operator', slug, name);
    writer.addClaim('operator', slug, raw ?? '', {
      keys,
      near,
      uncertain: owner.uncertain,
      weight: Math.min(place, 9),
    });
  }
}

/** Adds claims about the manufacturer and its country. */
export function addManufacturer(writer: ClaimWriter, raw: string | null): void {
  const maker = lookUp(writer, 'Manufacturer', raw);
  if (!maker) return;
  writer.addClaim('manufacturer', maker.lead.name, raw ?? '', {
    keys: keysOf(writer, maker.all),
    near: maker.all.flatMap((one) => one.branch_of ?? []),
    uncertain: maker.uncertain,
  });
  const org = writer.lookup(gcatOrgs).get(maker.lead.code);
  const state = org && gcatState(org.StateCode);
  if (state)
    addCountry(
      writer,
      'manufacturer_country',
      state.country,
      `orgs.tsv ${maker.lead.code} StateCode=${org.StateCode}`,
      {
        uncertain: maker.uncertain || state.uncertain,
        fileTime: org.fileTime ?? null,
      },
    );
}
