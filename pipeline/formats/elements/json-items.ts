import { BrokenFile } from '../rows.ts';
import { LONGEST_MESSAGE } from './message.ts';

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE, COMMA, COLON] = [34, 92, 91, 93, 123, 125, 44, 58];
const isBlank = (code: number) => code === 32 || code === 10 || code === 9;

/**
 * The texts of the items of a JSON document, one by one, so that a file of gigabytes is read like a small one: those of a list, of the
 * first list of objects inside of an object, the object itself if it has none, or one object a line. Throws BrokenFile.
 */
export async function* jsonItems(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  let at = 0;
  /** The open brackets, and the depth of the list of items: 0 if none was found, -1 after its end. */
  const open: number[] = [];
  let list = 0;
  /** Start of the open item, its depth, and whether it is a bare value without brackets. */
  let begin = -1;
  let depth = 0;
  let bare = false;
  let inText = false;
  let escaped = false;
  for await (const chunk of chunks) {
    held += chunk;
    const items: string[] = [];
    const item = (end: number) => {
      items.push(held.slice(begin, end));
      begin = -1;
      bare = false;
    };
    const start = (isBare: boolean) => {
      begin = at;
      depth = open.length;
      bare = isBare;
    };
    for (; at < held.length; at += 1) {
      const code = held.charCodeAt(at);
      if (inText) {
        if (escaped) escaped = false;
        else if (code === BACKSLASH) escaped = true;
        else if (code === QUOTE) inText = false;
        continue;
      }
      const inList = open.length > 0 && open.length === list;
      if (bare && (isBlank(code) || code === COMMA || code === CLOSE_LIST || code === OPEN || code === OPEN_LIST))
        item(at);
      if (code === OPEN || code === OPEN_LIST) {
        if (code === OPEN && begin >= 0 && depth === 0 && list === 0 && open.at(-1) === OPEN_LIST) {
          // The object is the wrapper of a list of objects.
          list = open.length;
          start(false);
        } else if (begin < 0 && (inList || (open.length === 0 && code === OPEN))) start(false);
        else if (open.length === 0 && code === OPEN_LIST) list = 1;
        open.push(code);
      } else if (code === CLOSE || code === CLOSE_LIST) {
        if (open.pop() !== (code === CLOSE ? OPEN : OPEN_LIST))
          throw new BrokenFile('it is not JSON: its brackets do not match');
        if (begin >= 0 && !bare && open.length === depth) item(at + 1);
        if (open.length < list) list = open.length === 0 ? 0 : -1;
        else if (open.length === 0) list = 0;
      } else if (code === QUOTE) {
        if (begin < 0 && inList) start(true);
        inText = true;
      } else if (!isBlank(code) && code !== COMMA && code !== COLON && begin < 0) {
        if (open.length === 0) throw new BrokenFile('it is not JSON: it has text outside of its brackets');
        if (inList) start(true);
      }
    }
    const kept = begin >= 0 ? begin : at;
    held = held.slice(kept);
    at -= kept;
    begin = begin >= 0 ? 0 : -1;
    yield* items;
    if (held.length > LONGEST_MESSAGE) throw new BrokenFile('it is JSON with an object that does not end');
  }
  if (open.length > 0 || inText) throw new BrokenFile('it is not whole JSON');
}
