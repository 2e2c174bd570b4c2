import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkFile } from '../../pipeline/archive/check-file.ts';
import { seeded } from '../seeded.ts';
import { forms, madeCells, written } from './element-texts.ts';
import { countErrors, isWhole } from './forms/read-text.ts';

/** Files of each form with several sets, comments, blank lines and text, as a start for mutations. */
const texts: readonly string[] = forms.flatMap((form) => {
  const one = written(form, madeCells);
  if (form === 'csv')
    return [
      one + one.split('\n')[1]!.concat('\n').repeat(3),
      one.replace('MADE UP', '"MADE, ""UP"""'),
      `sep=;\n${one.replaceAll(',', ' ; ').replace('OBJECT_NAME', '"OBJECT_NAME"')}${one}`,
    ];
  if (form === 'json')
    return [
      JSON.stringify([madeCells, { ...madeCells, n: { EPOCH: null } }, 1]),
      JSON.stringify({ data: [madeCells] }, null, 1),
    ];
  if (form === 'xml') return [one, one.replaceAll('omm', 'n:omm').replace('<ndm>', '<ndm xmlns:n="x"><!-- <omm/> -->')];
  if (form === 'kvn') return [one, `COMMENT a\n\n${one}${one}USER_DEFINED_A = 1 [km]\n`];
  return [one + one, `# a\n\nSome text\n${one.replace('MADE UP\n', '')}\n  ${one.replaceAll('\n', '\r\n')}`];
});
const inserted = [
  '"',
  ',',
  ';',
  '\t',
  '\n',
  '\r',
  '\r\n',
  ' ',
  '\0',
  '<',
  '>',
  '{',
  '}',
  '[',
  ']',
  '=',
  '1 ',
  '2 ',
  '#',
  '-',
  'é',
  '\u{fffd}',
  '9'.repeat(40),
];

/**
 * Checks mutated files of element sets. Returns the errors (a crash, a line that is in no count, or a count that does not add up),
 * and how many files were read to their end.
 */
export async function checkMutated(
  inputs: number,
  seed: number,
): Promise<{ wrong: string[]; whole: number; sets: number }> {
  const random = seeded(seed);
  const pick = (most: number) => Math.floor(random() * most);
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-mutated-'));
  const path = join(folder, 'file');
  const wrong: string[] = [];
  let whole = 0;
  let sets = 0;
  try {
    for (let input = 0; input < inputs; input += 1) {
      let text = texts[pick(texts.length)]!;
      for (let times = pick(5); times >= 0; times -= 1) {
        const [at, length] = [pick(text.length + 1), pick(12)];
        const kind = pick(6);
        if (kind === 0) text = text.slice(0, at) + text.slice(at + length);
        else if (kind === 1) text = text.slice(0, at) + inserted[pick(inserted.length)]! + text.slice(at);
        else if (kind === 2) text = text.slice(0, at) + String.fromCharCode(pick(256)) + text.slice(at + 1);
        else if (kind === 3) text = text.slice(0, at) + text.slice(at, at + length * 20) + text.slice(at);
        else if (kind === 4) text = text.slice(0, at);
        else text = text.slice(at) + text.slice(0, at);
      }
      const encoding = (['utf8', 'utf8', 'utf8', 'latin1', 'utf16le'] as const)[pick(5)]!;
      writeFileSync(path, Buffer.from(encoding === 'utf16le' ? `\ufeff${text}` : text, encoding));
      const report = (what: string) => wrong.push(`${what} (seed ${seed}, input ${input}): ${JSON.stringify(text)}`);
      try {
        const checked = await checkFile(path, 'file');
        sets += checked.sets;
        if (isWhole(checked)) whole += 1;
        for (const error of countErrors(checked, encoding === 'utf8' ? text.replace(/^\ufeff/, '') : text))
          report(error);
      } catch (error) {
        report(`crash: ${String(error)}`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { wrong, whole, sets };
}

// By hand: node test/archive/mutated-elements.ts 100000
if (process.argv[1] === import.meta.filename) {
  const { wrong, whole, sets } = await checkMutated(Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 1));
  for (const one of wrong.slice(0, 20)) process.stdout.write(`${one}\n`);
  process.stdout.write(`${wrong.length} wrong; ${whole} files read to their end, ${sets} sets\n`);
}
