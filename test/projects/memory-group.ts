import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../until.ts';

/** A memory control group of Linux. */
export interface MemoryGroup {
  /** Shell code with which a shell joins the group, and the program that replaces it. If it can't join, the shell fails. */
  readonly join: string;
  /** Number of processes that the kernel has killed because the group was full. */
  kills(): number;
  remove(): Promise<void>;
}

/** Makes a group with this much memory, in bytes. Null if this user may not make one. `name` is unique in this process. */
export function memoryGroup(name: string, bytes: number): MemoryGroup | null {
  for (const [root, limit, events] of [
    ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes', 'memory.oom_control'],
    ['/sys/fs/cgroup', 'memory.max', 'memory.events'],
  ] as const) {
    if (!existsSync(join(root, root.endsWith('memory') ? limit : 'cgroup.controllers'))) continue;
    const folder = join(root, `orbweaver-test-${process.pid}-${name}`);
    try {
      accessSync(root, constants.W_OK);
      mkdirSync(folder);
      writeFileSync(join(folder, limit), String(bytes));
      return {
        join: `echo $$ > ${join(folder, 'cgroup.procs')} && `,
        kills: () => Number(/^oom_kill (\d+)/m.exec(readFileSync(join(folder, events), 'utf8'))?.[1] ?? 0),
        // A group stays busy until the kernel has removed its last process.
        remove: async () => {
          await until(() => {
            try {
              rmdirSync(folder);
              return true;
            } catch {
              return false;
            }
          });
        },
      };
    } catch {}
  }
  return null;
}

/** The type of a file system in memory, from linux/magic.h. */
const TMPFS_MAGIC = 0x01021994;

/** A folder for temporary files on a disk: files in memory would count as memory of the group that writes them. Null if there is none. */
export function folderOnDisk(): string | null {
  const found = [tmpdir(), '/var/tmp'].find((folder) => existsSync(folder) && statfsSync(folder).type !== TMPFS_MAGIC);
  return found ?? null;
}
