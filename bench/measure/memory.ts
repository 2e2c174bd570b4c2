import { readdir, readFile } from 'node:fs/promises';

/** A process and whatever it has started, by their ids; those that end meanwhile are left out. */
async function tree(pid: number): Promise<number[]> {
  const children = new Map<number, number[]>();
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    // The name of the program is in brackets, and may have spaces and brackets itself.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
  }
  const below = (one: number): number[] => [one, ...(children.get(one) ?? []).flatMap(below)];
  return below(pid);
}

/** Memory that a process holds now (RSS), MiB; with its children, what several of them share is counted once (PSS). */
export async function memoryOf(pid: number): Promise<number> {
  const processes = await tree(pid);
  const kind = processes.length === 1 ? /^Rss:\s+(\d+)/m : /^Pss:\s+(\d+)/m;
  const parts = processes.map(async (one) => {
    const text = await readFile(`/proc/${one}/smaps_rollup`, 'utf8').catch(() => '');
    return Number(kind.exec(text)?.[1] ?? 0);
  });
  return (await Promise.all(parts)).reduce((sum, kib) => sum + kib, 0) / 1024;
}

/** What of a process's memory are pages of files (its program and libraries), which the system takes back when it needs them, MiB. */
export async function filePagesOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^RssFile:\s+(\d+)/m.exec(text)![1]) / 1024;
}

/** Watches a process and its children until stopped; then says the most memory that they held together, MiB. */
export function watchMemory(pid: number, everyMilliseconds = 200): () => Promise<number> {
  let most = 0;
  let looking: Promise<void> = Promise.resolve();
  const look = async () => {
    most = Math.max(most, await memoryOf(pid));
  };
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, everyMilliseconds);
  return async () => {
    clearInterval(timer);
    await looking;
    return most;
  };
}
