import { between, type Gp, type Orbit, type Row } from './model.ts';
import { add, type Built, OPERATORS } from './synthetic-kit.ts';

const number3 = (value: number): string => String(value).padStart(3, '0');
const active: Gp = { files: ['active'] };
const circular = (height: number, inclination: number): Orbit => ({
  apogee: height + 2,
  perigee: height - 2,
  inclination,
});

/** 190001 to 190060: one operator's sixty satellites, in three planes. */
export function constellation(built: Built): void {
  const odd: Record<number, string> = { 8: 'P', 16: 'B', 24: 'S', 32: 'X', 40: '-', 48: '?', 56: '' };
  for (let index = 1; index <= 60; index++) {
    const plane = Math.ceil(index / 20);
    const ops = odd[index] ?? '+';
    const lost = index === 60;
    const orbit = circular(549 + plane, [53.05, 43, 97.6][plane - 1] ?? 53.05);
    add(built, {
      id: 190000 + index,
      tag: `2025-80${plane}`,
      name: `SAMPLE CONSTELLATION ${number3(index)} [SYNTHETIC]`,
      ops,
      ...(lost ? { data: 'NEA' } : { orbit }),
      ...('+PBSX'.includes(ops) && ops !== '' && !lost ? { gp: active } : {}),
      gcat: {
        owner: 'SMPLC',
        plname: `SC-${index}`,
        mass: '260',
        program: 'Sample Constellation',
        plane: `P${plane}`,
        category: 'COM',
        mvr: 'M',
        att: '3',
        unreg: 'ST/SG/SER.E/9901',
        drymass: '230',
        dryflag: 'E',
        orbit: plane === 3 ? 'LLEO/S' : 'LLEO/I',
        top: ops === '-' ? '2026 May?' : '*',
      },
    });
  }
}

/** What single LEO payloads are there to show, by their number in the group. */
const LEO_CASES: Record<
  number,
  { gp?: Partial<Gp>; noElements?: true; ops?: string; orbit?: Orbit; second?: Record<string, string> }
> = {
  1: { gp: { manoeuvre: { raiseKm: 12 } } },
  2: { gp: { manoeuvre: { tiltDeg: 0.1 } } },
  3: { gp: { bstar: -0.00031415927, second: 'newer' } },
  4: { gp: { bstar: 0.0012, second: 'newer' }, orbit: circular(330, 51.6) },
  5: { gp: { bstar: 0.0015, second: 'newer' }, orbit: circular(315, 97.2) },
  6: { gp: { bstar: 0.0021, second: 'newer' }, orbit: circular(305, 43) },
  7: { gp: { bstar: 0.0018, second: 'newer' }, orbit: circular(290, 64.9) },
  8: { gp: { bstar: 0.0009, second: 'newer' }, orbit: { apogee: 620, perigee: 260, inclination: 82.9 } },
  9: { gp: { bstar: 0.0026, second: 'newer' }, orbit: circular(275, 28.5) },
  10: { gp: { ageDays: 12, second: 'same' } },
  11: { gp: { ageDays: 28, second: 'same' } },
  12: { gp: { ageDays: -0.3 } },
  13: { noElements: true },
  14: { ops: '-' },
  15: { second: { ops: '-' } },
  16: {
    gp: { bstar: 0.0004, second: 'gone' },
    orbit: { apogee: 190, perigee: 174, inclination: 51.6 },
    second: { ops: 'D', decay: '2026-08-22', orbitType: 'IMP' },
  },
  18: { orbit: circular(720, 141.5) },
  19: { second: { name: 'SAMPLE LEO PAYLOAD 019 RENAMED [SYNTHETIC]' } },
};

/** 190061 to 190085. */
export function leoPayloads(built: Built): void {
  for (let index = 1; index <= 25; index++) {
    const id = 190060 + index;
    const [owner, state, satcatOwner, klass, category] = OPERATORS[index % OPERATORS.length] ?? OPERATORS[0]!;
    const special = LEO_CASES[index] ?? {};
    const gcat: Row = { owner, state, class: klass, category, unstate: state, mass: String(10 * index) };
    add(built, {
      id,
      tag: index <= 15 ? '2024-801' : '2026-801',
      name: `SAMPLE LEO PAYLOAD ${number3(index)} [SYNTHETIC]`,
      owner: satcatOwner,
      ops: special.ops ?? '+',
      gcat,
      ...(special.noElements
        ? { data: 'NEA' }
        : {
            orbit:
              special.orbit ??
              circular(Math.round(between(`${id} h`, 480, 1150)), Number(between(`${id} i`, 45, 99).toFixed(2))),
            gp: { ...active, ...special.gp },
          }),
      ...(special.second && { second: special.second }),
    });
  }
}

/** 190086 to 190121: geostationary, medium and elliptical orbits. */
export function higherPayloads(built: Built): void {
  const moves: Record<number, Partial<Gp>> = {
    1: { manoeuvre: { raiseKm: -30 } },
    2: { manoeuvre: { tiltDeg: 0.1 } },
    3: { manoeuvre: { raiseKm: 0.2 } },
    4: { manoeuvre: { tiltDeg: 0.002 } },
  };
  for (let index = 1; index <= 20; index++) {
    const retired = index === 20;
    const inclination = index <= 12 ? Number(between(`geo ${index}`, 0.01, 0.09).toFixed(4)) : index - 8;
    add(built, {
      id: 190085 + index,
      tag: '2024-803',
      name: `SAMPLE GEO PAYLOAD ${number3(index)} [SYNTHETIC]`,
      owner: 'FR',
      ops: retired ? '-' : '+',
      orbit: retired ? circular(36120, 12) : { apogee: 35795, perigee: 35779, inclination },
      ...(retired ? {} : { gp: { ...active, longitude: index * 18 - 190, ...moves[index] } }),
      gcat: {
        owner: 'SMPLG',
        state: 'F',
        unstate: 'F',
        maker: 'SMPLG',
        mass: String(3000 + index * 50),
        drymass: String(1500 + index * 20),
        category: 'COM',
      },
    });
  }
  for (let index = 1; index <= 8; index++) {
    add(built, {
      id: 190105 + index,
      tag: '2024-802',
      name: `SAMPLE MEO PAYLOAD ${number3(index)} [SYNTHETIC]`,
      owner: 'FR',
      orbit: index <= 4 ? circular(23222, 56) : circular(8062, 0.05),
      gp: active,
      gcat: {
        owner: 'SMPLG',
        state: 'F',
        unstate: 'F',
        category: index <= 4 ? 'NAV' : 'COM',
        class: index <= 4 ? 'C' : 'B',
      },
    });
  }
  for (let index = 1; index <= 8; index++) {
    const molniya = index <= 4;
    add(built, {
      id: 190113 + index,
      tag: '2024-802',
      name: `SAMPLE HEO PAYLOAD ${number3(index)} [SYNTHETIC]`,
      owner: 'UK',
      orbit: molniya
        ? { apogee: 39750, perigee: 610, inclination: 63.4 }
        : { apogee: 35700, perigee: 300 + index * 20, inclination: 6 },
      gp: { ...active, ...(molniya ? { argp: 270 } : {}) },
      gcat: { owner: 'SMPLD', state: 'UK', unstate: 'UK', class: 'D', category: molniya ? 'SS' : 'GEOD' },
    });
  }
}

/** 190122 to 190179: rocket bodies, debris, and objects nobody has identified; a few have elements. */
export function remains(built: Built): void {
  const tags = ['2024-801', '2024-802', '2024-803', '2025-801', '2026-801'];
  for (let index = 1; index <= 20; index++) {
    const transfer = index % 5 === 2;
    add(built, {
      id: 190121 + index,
      tag: tags[index % 5] ?? '2024-801',
      name: `SAMPLE R/B ${number3(index)} [SYNTHETIC]`,
      type: 'R/B',
      orbit: transfer
        ? { apogee: 34000 - index * 300, perigee: 400, inclination: 6 }
        : circular(560 + index * 14, 30 + index * 3),
      ...(index <= 3 ? { gp: active } : {}),
      gcat: { type: index % 5 === 4 ? 'R1' : 'R2', mass: '4000', massflag: '?', drymass: '3800', dryflag: 'E' },
    });
  }
  for (let index = 1; index <= 30; index++) {
    add(built, {
      id: 190141 + index,
      tag: index <= 18 ? '2024-801' : '2026-801',
      name: `SAMPLE DEB ${number3(index)} [SYNTHETIC]`,
      type: 'DEB',
      orbit: { apogee: 700 + index * 11, perigee: 640 + index * 3, inclination: Number((70 + index / 25).toFixed(2)) },
      ...(index <= 2 ? { gp: active } : {}),
      gcat: index % 10 === 0 ? null : { type: ['D', 'D  P', 'D  W', 'D  B'][index % 4] ?? 'D', parent: 'S190066' },
    });
  }
  for (let index = 1; index <= 8; index++) {
    const placeholder = String.fromCharCode(64 + index);
    add(built, {
      id: 190171 + index,
      tag: '2026-801',
      name: `OBJECT ${placeholder} [SYNTHETIC]`,
      type: 'UNK',
      owner: 'TBD',
      ...(index === 8 ? { data: 'NIE' } : { orbit: circular(500 + index * 5, 97.5) }),
      ...(index === 1 ? { gp: active } : {}),
      ...(index === 2
        ? { second: { name: 'SAMPLE NAMED LATER [SYNTHETIC]', type: 'PAY', ops: '+', owner: 'IND' } }
        : {}),
      gcat:
        index === 8
          ? null
          : { type: ['C', 'P', 'D', 'X', 'C', 'C', 'Z'][index - 1] ?? 'C', owner: '', state: '', maker: '' },
    });
  }
}
