import type { RowReader } from '../rows.ts';
import { Message } from './message.ts';

/** Reads messages in KVN, one keyword a line. A message begins with its version; without one, with its name. */
export async function readKvnRows(lines: AsyncIterable<string>, reader: RowReader): Promise<void> {
  let at = 0;
  let message: Message | null = null;
  const end = () => {
    message?.end(reader);
    message = null;
  };
  for await (const raw of lines) {
    at += 1;
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) reader.skipped?.(line === '' ? 'blank' : 'comment', 1);
    else if (/^COMMENT\b/i.test(line)) reader.skipped?.('comment', 1);
    else {
      const [, key, value] = /^([A-Z][A-Z0-9_]*)\s*=\s*(.*)$/i.exec(line) ?? [];
      const keyword = key?.toUpperCase();
      const isVersion = keyword !== undefined && /^CCSDS_\w+_VERS$/.test(keyword);
      const held = message as Message | null;
      if (isVersion || (keyword === 'OBJECT_NAME' && held?.has('OBJECT_NAME'))) end();
      if (keyword === undefined && !(message as Message | null)?.foreign) {
        reader.problem({ line: at, reason: 'not_a_keyword', column: null, value: line, scope: 'row' });
        continue;
      }
      message ??= new Message(at);
      message.line();
      if (keyword === undefined) continue;
      if (isVersion && keyword !== 'CCSDS_OMM_VERS') message.isOf(keyword);
      message.setText(keyword, value!, reader.columns);
    }
  }
  end();
}
