/** A row of SOCRATES's CSV. */
interface SocratesRow {
  readonly norad1: number;
  readonly name1: string;
  readonly norad2: number;
  readonly name2: string;
  /** Milliseconds since 1970. */
  readonly tca: number;
  readonly range: number;
  readonly relativeSpeed: number;
  readonly maxProbability: number;
  readonly dilution: number;
}

const header =
  'NORAD_CAT_ID_1,OBJECT_NAME_1,DSE_1,NORAD_CAT_ID_2,OBJECT_NAME_2,DSE_2,TCA,TCA_RANGE,TCA_RELATIVE_SPEED,MAX_PROB,DILUTION';

/**
 * Reads SOCRATES's CSV as public readers do: the header as CelesTrak writes it; times as mizuba reads them
 * (`%Y-%m-%d %H:%M:%S%.3f`); all figures as floats.
 */
export function readSocrates(text: string): SocratesRow[] {
  const [first, ...lines] = text.split('\n');
  if (first !== header || lines.pop() !== '') throw new Error('not the columns of SOCRATES');
  return lines.map((line) => {
    const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!,
    );
    if (cells.length !== 11) throw new Error(`not 11 cells: ${line}`);
    const float = (at: number) => {
      if (!/^\d+(\.\d+)?(E[+-]\d\d)?$/.test(cells[at]!)) throw new Error(`not a number: ${cells[at]}`);
      return Number.parseFloat(cells[at]!);
    };
    const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{3})$/.exec(cells[6]!) ?? [];
    if (day === undefined) throw new Error(`not a time: ${cells[6]}`);
    return {
      norad1: float(0),
      name1: cells[1]!,
      norad2: float(3),
      name2: cells[4]!,
      tca: Date.parse(`${day}T${time}Z`),
      range: float(7),
      relativeSpeed: float(8),
      maxProbability: float(9),
      dilution: float(10),
    };
  });
}
