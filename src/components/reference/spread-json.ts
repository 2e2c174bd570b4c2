/**
 * JSON with a member a line, every digit kept as it was sent: numbers are not read. It takes a text that is cut off in
 * the middle too.
 */
export function spreadJson(json: string): string {
  let out = '';
  let depth = 0;
  let quoted = false;
  const line = () => `\n${'  '.repeat(depth)}`;
  for (let at = 0; at < json.length; at++) {
    const letter = json[at]!;
    if (quoted) {
      out += letter;
      if (letter === '\\') out += json[++at] ?? '';
      else if (letter === '"') quoted = false;
    } else if (letter === '"') {
      quoted = true;
      out += letter;
    } else if (letter === '{' || letter === '[') {
      depth++;
      const empty = /^\s*[}\]]/.exec(json.slice(at + 1, at + 20));
      if (empty) {
        out += letter + empty[0].trim();
        at += empty[0].length;
        depth--;
      } else out += letter + line();
    } else if (letter === '}' || letter === ']') {
      depth--;
      out += line() + letter;
    } else if (letter === ',') out += letter + line();
    else if (letter === ':') out += ': ';
    else if (!/\s/.test(letter)) out += letter;
  }
  return out;
}
