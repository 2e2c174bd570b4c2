import type { Gp, Orbit } from './model.ts';
import { add, type Built } from './synthetic-kit.ts';

const active: Gp = { files: ['active'] };
const leo: Orbit = { apogee: 552, perigee: 541, inclination: 53.2 };

/** 190217 to 190232: launches and decays of the ninety days before the second snapshot; the catalogues agree on them. */
export function recent(built: Built): void {
  const decays = [
    ['2026-05-29', 'R'],
    ['2026-06-11', 'R'],
    ['2026-06-24', 'D'],
    ['2026-07-06', 'R'],
    ['2026-07-19', 'R'],
    ['2026-07-31', 'D'],
    ['2026-08-08', 'R'],
    ['2026-08-17', 'R'],
  ] as const;
  decays.forEach(([decay, status], index) => {
    const type = (['PAY', 'R/B', 'DEB', 'PAY'] as const)[index % 4] ?? 'PAY';
    add(built, {
      id: 190217 + index,
      tag: index < 4 ? '2026-801' : '2026-802',
      name: `SAMPLE REENTRY ${index + 1} [SYNTHETIC]`,
      type,
      decay,
      orbit: { apogee: 198, perigee: 180, inclination: 51.6 },
      gcat: { status, top: '2026 Jul?' },
    });
  });
  const launched = [
    ['2026-802', 3, leo],
    ['2026-803', 2, { apogee: 35795, perigee: 35780, inclination: 0.06 }],
    ['2026-804', 3, { apogee: 505, perigee: 495, inclination: 97.4 }],
  ] as const;
  let id = 190225;
  for (const [tag, count, orbit] of launched) {
    for (let index = 0; index < count; index++, id++) {
      const geo = orbit.apogee > 35000;
      const added = tag === '2026-804' && index > 0;
      add(built, {
        id,
        tag,
        name: `SAMPLE NEWCOMER ${id - 190224} [SYNTHETIC]`,
        orbit,
        gp: {
          ...active,
          ageDays: 0.3,
          ...(geo ? { longitude: 19 + index } : {}),
          ...(added ? { second: 'added' } : {}),
        },
        ...(added
          ? { added, gcat: null }
          : {
              gcat: {
                owner: geo ? 'SMPLG' : 'SMPLU',
                state: geo ? 'F' : 'D',
                unstate: geo ? 'F' : 'D',
                class: geo ? 'B' : 'A',
              },
            }),
      });
    }
  }
}

/** 190240 and up: what the sources disagree about, awkward names, and numbers of six digits. */
export function special(built: Built): void {
  const tag = '2026-801';
  const gp = active;
  const orbit = leo;
  add(built, {
    id: 190240,
    tag,
    name: 'SAMPLE DECAY CONFLICT [SYNTHETIC]',
    orbit,
    decay: '2026-05-01',
    gcat: { end: '2026 Apr 20', status: 'R', top: '2026 Apr' },
  });
  add(built, { id: 190241, tag, name: 'SAMPLE MASS CONFLICT [SYNTHETIC]', orbit, gp, gcat: { mass: '1200' } });
  add(built, {
    id: 190242,
    tag,
    name: 'SAMPLE NAME CONFLICT 1 [SYNTHETIC]',
    orbit,
    gp,
    gcat: { name: 'Sample Name Conflict 2 [Synthetic]' },
  });
  add(built, { id: 190243, tag, name: 'SAMPLE TWO SPELLINGS [SYNTHETIC]', orbit, gp, gcat: { owner: 'SMPLC' } });
  add(built, { id: 190244, tag, name: 'SAMPLE SATCAT ONLY [SYNTHETIC]', orbit, gp, gcat: null });
  add(built, {
    id: 190245,
    tag,
    name: '=SUM(1;2) SAMPLE FORMULA [SYNTHETIC]',
    orbit,
    gp,
    gcat: { alt: '+SAMPLE FORMULA,@SAMPLE' },
  });
  add(built, {
    id: 190246,
    tag,
    name: 'SAMPLE "COMMA, QUOTE" [SYNTHETIC]',
    orbit,
    gp,
    gcat: { name: 'Sample "Comma, Quote" [Synthetic]' },
  });
  add(built, { id: 190247, tag, name: 'SAMPLE OF A NAME MUCH LONGER THAN TWENTY-FOUR LETTERS [SYNTHETIC]', orbit, gp });
  add(built, {
    id: 190248,
    tag,
    name: 'SAMPLE CUBESAT MUSTER [SYNTHETIC]',
    orbit,
    gp,
    owner: 'GER',
    gcat: {
      owner: 'SMPLU',
      state: 'D',
      unstate: 'D',
      class: 'A',
      name: 'Sample Cubesat Müster [Synthetic]',
      alt: 'Muster-1',
    },
  });
  add(built, {
    id: 190249,
    tag,
    name: 'SAMPLE MEO NO SATCAT ALTITUDES [SYNTHETIC]',
    data: 'NEA',
    gcat: { orbit: 'MEO', perigee: '8060', apogee: '8065', inc: '0.04' },
  });
  add(built, { id: 190250, tag, name: 'SAMPLE SHARED NUMBER [SYNTHETIC]', orbit, gp });
  built.gcat.push({
    id: 'A90012',
    satcat: '190250',
    tag,
    piece: `${tag}-A90012`,
    type: 'P',
    name: 'Sample Shared Number B [Synthetic]',
    status: 'AO',
    dest: 'S190250',
    owner: 'SMPLU',
    state: 'D',
    program: 'Sample',
    class: 'A',
    category: 'TECH',
    top: '*',
    unstate: 'D',
  });
  built.gcat.push({
    id: 'S190251',
    satcat: '190251',
    tag,
    piece: `${tag}ZZ`,
    type: 'P',
    name: 'Sample Gcat Only [Synthetic]',
    status: 'O',
    owner: 'SMPLE',
    state: 'IN',
    mass: '55',
    orbit: 'LEO/S',
    program: 'Sample',
    class: 'C',
    category: 'IMG',
    top: '*',
    unstate: 'IN',
  });
  add(built, { id: 190905, tag, name: 'SAMPLE BAD ELEMENTS [SYNTHETIC]', orbit });
  add(built, {
    id: 190906,
    tag,
    name: 'SAMPLE BAD GCAT STATUS [SYNTHETIC]',
    orbit,
    gcat: { status: 'ZZ', end: '2026 Mar  1' },
  });
  for (const id of [270001, 300001, 301928, 339999, 340000, 345678]) {
    add(built, { id, tag, name: `SAMPLE NUMBER ${id} [SYNTHETIC]`, orbit, gp });
  }
}
