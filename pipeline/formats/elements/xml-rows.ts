import { SaxesParser } from 'saxes';
import { BrokenFile, type RowReader } from '../rows.ts';
import { LONGEST_MESSAGE, Message } from './message.ts';

/**
 * Reads messages in NDM/XML, with any prefix. A DOCTYPE and entities other than XML's own are errors, and nothing outside of the file is
 * read. Rows are messages, not lines.
 */
export async function readXmlRows(chunks: AsyncIterable<string>, reader: RowReader): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: true } as const);
  let message: Message | null = null;
  let element = '';
  let text = '';
  let unit: string | null = null;
  let messages = 0;
  let since = 0;
  let blankLines = 0;
  let begun = false;
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('error', ({ message: words }) => {
    const why = words.replace(/^\d+:\d+: /, '');
    throw new BrokenFile(`it is not well-formed XML: line ${blankLines + parser.line}: ${why}`);
  });
  parser.on('doctype', () => {
    throw new BrokenFile('it has a DOCTYPE, which NDM/XML does not use: remove it');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const tag = local(name);
    const version = attributes.id ?? '';
    if (tag === 'omm' || /^CCSDS_\w+_VERS$/.test(version)) {
      message = new Message(blankLines + parser.line);
      messages += 1;
      element = name;
      if (tag !== 'omm') message.isOf(version || tag);
      else if (attributes.version !== undefined)
        message.set('CCSDS_OMM_VERS', attributes.version, null, reader.columns);
    }
    text = '';
    unit = attributes.units ?? null;
  });
  const append = (more: string) => {
    if (message) text += more;
  };
  parser.on('text', append);
  parser.on('cdata', append);
  parser.on('closetag', ({ name }) => {
    const held = message as Message | null;
    if (!held) return;
    if (name === element) {
      held.end(reader, 1);
      message = null;
      since = 0;
    } else held.set(local(name), text, unit, reader.columns);
    text = '';
  });
  for await (const all of chunks) {
    // XML allows nothing before its declaration; files have blank lines there.
    const chunk: string = begun ? all : all.trimStart();
    if (!begun) blankLines += all.slice(0, all.length - chunk.length).split('\n').length - 1;
    begun ||= chunk !== '';
    // Small pieces, so that a message that does not end is noticed.
    for (let from = 0; from < chunk.length; from += PIECE) {
      const piece = chunk.slice(from, from + PIECE);
      since += piece.length;
      parser.write(piece);
      if (since > LONGEST_MESSAGE) throw new BrokenFile('it is XML without an OMM that ends');
    }
  }
  parser.close();
  if (messages === 0) throw new BrokenFile('it is XML without an OMM');
}

const PIECE = 16_384;
