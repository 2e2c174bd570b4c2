import { isPublic, type Operation } from './operations.ts';

const base = 'http://127.0.0.1:4321';

/** Path and query of a route with example values: of its required parameters, and of its first filter. */
function exampleTarget({ path, parameters }: Operation): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const example = parameters.find((parameter) => parameter.name === name)?.example;
    return encodeURIComponent(String(example));
  });
  const query = parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  return `${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

/** The same request in three languages, each complete. */
export function requestSamples(operation: Operation): { label: string; lang: string; code: string }[] {
  const url = base + exampleTarget(operation);
  const keyed = !isPublic(operation);
  const [first = ''] = Object.keys(operation.responses['200']?.content ?? {});
  const isJson = first === 'application/json';
  const head = keyed ? `, {\n  headers: { Authorization: \`Bearer \${process.env.KEY}\` },\n}` : '';
  const curlUrl = url.includes('?') ? `'${url}'` : url;
  return [
    {
      label: 'curl',
      lang: 'sh',
      code: `curl --compressed ${keyed ? '-H "Authorization: Bearer $KEY" ' : ''}${curlUrl}`,
    },
    {
      label: 'JavaScript',
      lang: 'js',
      code: `const answer = await fetch('${url}'${head});
if (!answer.ok) throw new Error((await answer.json()).hint);
console.log(await answer.${isJson ? 'json' : 'text'}());`,
    },
    {
      label: 'Python',
      lang: 'python',
      code: `${isJson ? 'import json\n' : ''}${keyed ? 'import os\n' : ''}import urllib.request

request = urllib.request.Request("${url}"${keyed ? ', headers={"Authorization": f"Bearer {os.environ[\'KEY\']}"}' : ''})
with urllib.request.urlopen(request) as answer:
    print(${isJson ? 'json.load(answer)' : 'answer.read().decode()'})`,
    },
  ];
}

const SHOWN_LINES = 60;

/** The first lines of an example response as text, and the total number of lines. */
export function exampleText(example: unknown): { text: string; lines: number; isJson: boolean } {
  const isJson = typeof example !== 'string';
  const all = (isJson ? JSON.stringify(example, null, 2) : example.trimEnd()).split('\n');
  const cut = all.length > SHOWN_LINES;
  return { text: [...all.slice(0, SHOWN_LINES), ...(cut ? ['…'] : [])].join('\n'), lines: all.length, isJson };
}
