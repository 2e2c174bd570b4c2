import { parseArgs } from 'node:util';

/** One option of a command: parsed, explained in the help, and completed by shells. */
export interface Option {
  readonly type: 'string' | 'boolean';
  readonly about: string;
  /** The placeholder of the value in the help: `ID`, `DEGREES`. */
  readonly value?: string;
  /** Allowed values; several can be comma-separated if the API takes them. */
  readonly values?: readonly string[];
  readonly required?: true;
}

export type Options = Readonly<Record<string, Option>>;

/** The values of options as parsed. */
export type ValuesOf<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends { readonly type: 'boolean' }
    ? boolean | undefined
    : O[Name] extends { readonly required: true }
      ? string
      : O[Name] extends { readonly type: 'string' }
        ? string | undefined
        : string | boolean | undefined;
};

/** An option with a value. */
export const text = (value: string, about: string, values?: readonly string[]) =>
  ({ type: 'string', value, about, ...(values && { values }) }) as const;

/** An option that must be given. */
export const needed = (value: string, about: string) => ({ type: 'string', value, about, required: true }) as const;

export const flag = (about: string) => ({ type: 'boolean', about }) as const;

/** One line for each option. */
export function explained(options: Options): string[] {
  const lines = Object.entries(options).map(([name, { value, about, values }]): [string, string] => {
    // `--no-active` is `active=false`.
    const no = about.includes(', or only') ? '[no-]' : '';
    const left = `--${no}${name}${value === undefined ? '' : ` ${value}`}`;
    return [left, `${about}${values ? ` (${values.join(', ')})` : ''}`];
  });
  const width = Math.max(...lines.map(([left]) => left.length));
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

/** The option that every command has. */
export const helpOption = { help: flag('show this help') };

/** Parses a command line. A negative number is a value: `--lat -33.9` is `--lat=-33.9`. Throws the errors of `parseArgs`. */
export function parseOptions<O extends Options>(args: readonly string[], options: O) {
  const attached: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const [arg, next] = [args[at]!, args[at + 1]];
    if (arg === '--') {
      attached.push(...args.slice(at));
      break;
    }
    if (options[arg.replace(/^--/, '')]?.type === 'string' && next !== undefined && /^-[\d.]/.test(next)) {
      attached.push(`${arg}=${next}`);
      at += 1;
    } else attached.push(arg);
  }
  const { values, positionals } = parseArgs({
    args: attached,
    options: Object.fromEntries(Object.entries(options).map(([name, { type }]) => [name, { type }])),
    allowPositionals: true,
    allowNegative: true,
  });
  return { values: values as ValuesOf<O>, words: positionals };
}
