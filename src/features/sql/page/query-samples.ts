/** The `curl` command of a query; `api` is the address of the API, without a slash at its end. */
export function curlSample(query: string, api: string): string {
  const body = JSON.stringify({ query, format: 'csv' }).replaceAll("'", String.raw`'\''`);
  return `curl -H "Authorization: Bearer $KEY" -d '${body}' ${api}/sql`;
}

/** The same as a Python program without packages. */
export const pythonSample = (query: string, api: string): string =>
  [
    'import json, os, urllib.request',
    '',
    `query = """${query.replaceAll('\\', '\\\\').replaceAll('"""', String.raw`\"\"\"`)}"""`,
    `request = urllib.request.Request("${api}/sql", json.dumps({"query": query}).encode(),`,
    '    {"Authorization": "Bearer " + os.environ["KEY"]})',
    'for row in json.load(urllib.request.urlopen(request))["data"]:',
    '    print(row)',
  ].join('\n');
