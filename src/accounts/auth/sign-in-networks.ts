import { type Database, type Statement, sql } from '../database.ts';
import { networkOf } from '../limits/address.ts';

/** Networks that an account keeps, the last used ones. */
export const MAX_SIGN_IN_NETWORKS = 50;

/** Whether the owner of an address has signed in from this network (IPv4 /24, IPv6 /48). */
export async function isKnownNetwork(database: Database, email: string, address: string): Promise<boolean> {
  const rows = await database.rows(
    sql`select n.network from sign_in_network n join person p on p.id = n.person_id
        where p.email = ${email} and n.network = ${networkOf(address)}`,
  );
  return rows.length > 0;
}

/** Keeps the network of a sign-in. */
export const keepNetwork = (personId: string, address: string, now: number): readonly Statement[] => [
  sql`insert into sign_in_network (person_id, network, used_at) values (${personId}, ${networkOf(address)}, ${now})
      on conflict (person_id, network) do update set used_at = excluded.used_at`,
  sql`delete from sign_in_network where person_id = ${personId} and network not in (
      select network from sign_in_network where person_id = ${personId} order by used_at desc, network
      limit ${MAX_SIGN_IN_NETWORKS})`,
];

/** Forgets every network of a person: the password that was used from them is no longer valid. */
export const forgetNetworks = (personId: string): Statement =>
  sql`delete from sign_in_network where person_id = ${personId}`;
