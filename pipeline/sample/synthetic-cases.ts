import { cell, type Orbit, type Row, table } from './model.ts';
import { add, type Built } from './synthetic-kit.ts';

const leo: Orbit = { apogee: 552, perigee: 541, inclination: 53.2 };

/** 190180 to 190186: away from the Earth. */
export function deepSpace(built: Built): void {
  const centers = [
    ['SU', 'DSO', 'HCO'],
    ['MO', 'LO', 'CLO'],
    ['VE', 'OI', 'PCO'],
    ['EM', 'DSO', 'EEO'],
    ['EL1', 'DSO', 'HCO'],
    ['MA', 'OI', 'PCO'],
    ['AS', 'DSA', 'HCO'],
  ] as const;
  centers.forEach(([center, status, orbit], index) => {
    add(built, {
      id: 190180 + index,
      tag: '2025-804',
      name: `SAMPLE EXPLORER ${center} [SYNTHETIC]`,
      center,
      orbitType: center === 'AS' ? 'IMP' : 'ORB',
      ops: center === 'AS' ? '-' : '+',
      gcat: {
        owner: 'SMPLE',
        state: 'IN',
        unstate: 'IN',
        class: 'C',
        category: 'SCI',
        status,
        orbit,
        end: index === 0 ? '-' : '2026 Feb  7',
      },
    });
  });
}

/**
 * Every Status that GCAT has and the other objects don't, with every form of vague date. `mode` is what SATCAT says:
 * orbit, dock, lost, a centre, the date of the decay, or none (GCAT alone knows it; `none` has no number, `nna` says NNA).
 */
const PHASES = `
id|status|type|end|dest|mode
190187|AO|P A||S25544|dock
190188|OX|R2|||lost
190189|O?|P|||orbit
190190|R|D|2026 Feb||2026-02-11
190191|D|R2|2026 Jan 15 1544||2026-01-15
190192|L|P|2026 Mar  3 0712:33||2026-03-03
190193|LF|P|2026 Q1||2026-02-20
190194|AR|P A|2026||2026-03-30
190195|AL|P A|2026 Mar  9 20h||2026-03-09
190196|TX|P|2026 Apr  1 0000:30.120||2026-04-01
190197|C|D|2026 Jan 30 0101|S190142|orbit
190198|E|R3|2026 Feb  2.5||orbit
190199|DK|P|2025 Dec 12 0900|S25544|dock
190200|GRP|P|2025 Dec 12 0815?|S25544|dock
190201|DSO|P|2026 Jan 20||SU
190202|DSA|P A|2026 Jan 20||SU
190203|EO|P|2026 Jan 21?||EM
190204|EN|P|2026 Jan 22||EM
190205|OI|P|2026 Jun 30||MA
190206|OE|P|2026 Jul  1||MA
190207|LO|P|2025 Dec 20||MO
190208|LOA|P A|2025 Dec 20||MO
190209|N|P|2026 Jan  2||orbit
190210|NA|P|2020s||orbit
190211|REL|P|2025 Dec 13||orbit
190212|UDK|P|2025 Dec 14 1200||orbit
190213|DEP|C|2025 Dec 15||orbit
190214|R?|D|2026 Jul?||2026-07-10
190215|ATT|C|2025 Dec 13 0310|S190187|orbit
190216|TFR|C|2026 Jan  2|S190187|orbit
A90001|AO IN|P||S190187|none
A90002|S|S|2026 Mar||nna
A90003|F|P|2026 Apr  2 1133?||nna
A90004|AF|P A|2026 Apr  2||nna
A90005|AS|P A|2026 Apr  2 1139||nna
A90006|AR IN|P|2026 Feb 28.6|S190194|none
A90007|AL IN|P|21C?|S190195|none
A90008|LEASE|PA|2026 May 10|S190086|190086
A90009|ERR|Z|1960s?||nna
A90010|NA|PA|2026 May|S190090|190090
A90011|N|PX|2M||nna
`;

export function phases(built: Built): void {
  for (const row of table(PHASES)) {
    const [id, status, mode] = [cell(row, 'id'), cell(row, 'status'), cell(row, 'mode')];
    const name = `SAMPLE PHASE ${status} [SYNTHETIC]`;
    const gcat: Row = { status, type: cell(row, 'type'), end: cell(row, 'end'), dest: cell(row, 'dest') };
    if (id.startsWith('A')) {
      const tag = { S: '2026-S81', F: '2026-F81', AF: '2026-F81', AS: '2026-F81' }[status] ?? '2025-805';
      const number = mode === 'nna' ? 'NNA' : mode === 'none' ? '-' : mode;
      const payload = { program: 'Sample', class: 'B', category: 'TECH', top: '2026?', unstate: 'US', unreg: 'NR' };
      built.gcat.push({
        id,
        satcat: number,
        tag,
        piece: `${tag}-${id}`,
        name: `Sample Phase ${status} [Synthetic]`,
        owner: 'SMPLA',
        state: 'US',
        ...(cell(gcat, 'type').startsWith('P') ? payload : {}),
        ...gcat,
      });
      continue;
    }
    const type = /^R/.test(cell(row, 'type'))
      ? 'R/B'
      : /^D/.test(cell(row, 'type'))
        ? 'DEB'
        : /^C/.test(cell(row, 'type'))
          ? 'DEB'
          : 'PAY';
    const spec = { id: Number(id), tag: '2025-805', name, type, gcat };
    if (/^\d{4}-/.test(mode))
      add(built, { ...spec, decay: mode, orbit: leo, orbitType: status.includes('L') ? 'LAN' : 'IMP' });
    else if (mode === 'dock') add(built, { ...spec, center: '25544', orbitType: 'DOC' });
    else if (mode === 'lost') add(built, { ...spec, orbit: leo, data: 'NCE' });
    else if (mode === 'orbit') add(built, { ...spec, orbit: leo, ops: type === 'PAY' ? '-' : '' });
    else add(built, { ...spec, center: mode });
  }
}
