import { filePieces } from '../../src/file-bytes.ts';

/** The encodings that are recognized, by their names in the WHATWG Encoding standard. Latin-1 is `windows-1252` there. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * The encoding of a file: by its byte order mark; UTF-16 without a mark by its zero bytes; else UTF-8, unless no character beyond ASCII is
 * valid UTF-8. Reads the whole file.
 */
export async function encodingOf(path: string): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8');
  let first = true;
  let valid = false;
  let invalid = false;
  for await (const bytes of filePieces(path)) {
    if (first) {
      if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
      if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
      const zeros = zeroBytes(bytes.subarray(0, 64));
      if (zeros) return zeros;
      first = false;
    }
    const text = decoder.decode(bytes, { stream: true });
    valid ||= /[^\0-\x7f\ufffd]/.test(text);
    invalid ||= text.includes('\ufffd');
  }
  return invalid && !valid ? 'windows-1252' : 'utf-8';
}

/** ASCII text in UTF-16 has a zero in every second byte. */
function zeroBytes(bytes: Uint8Array): Encoding | null {
  const zeros = [0, 0];
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2]! += 1;
  const half = Math.floor(bytes.length / 2);
  if (half === 0) return null;
  if (zeros[1] === half && zeros[0] === 0) return 'utf-16le';
  return zeros[0] === half && zeros[1] === 0 ? 'utf-16be' : null;
}

/**
 * The text of a file in pieces, without a byte order mark. Each line ends in `\n`, also if the file has CRLF, CR, or the CR CR LF of a
 * file that was converted twice.
 */
export async function* textOf(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let held = '';
  const lines = (text: string): string => {
    const all = held + text;
    const end = all.length - /\r{0,2}$/.exec(all)![0].length;
    held = all.slice(end);
    return all.slice(0, end).replace(/\r{0,2}\n|\r/g, '\n');
  };
  for await (const bytes of filePieces(path)) {
    const text = lines(decoder.decode(bytes, { stream: true }));
    if (text !== '') yield text;
  }
  const rest = `${lines(decoder.decode())}${held.replaceAll('\r', '\n')}`;
  if (rest !== '') yield rest;
}

/** The lines of a text from `textOf`. */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const chunk of chunks) {
    const lines = (held + chunk).split('\n');
    held = lines.pop()!;
    yield* lines;
  }
  if (held !== '') yield held;
}
