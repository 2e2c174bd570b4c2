/** Work that runs beside everything else, one at a time. */
export interface BackgroundTask {
  /** Starts the work; if it is running, once more after that. Returns at once. */
  start(): void;
  /** Resolves when nothing runs. */
  ended(): Promise<void>;
}

/** `work` must not reject. */
export function backgroundTask(work: () => Promise<void>): BackgroundTask {
  let running: Promise<void> | null = null;
  let again = false;
  const run = async () => {
    while (again) {
      again = false;
      await work();
    }
    running = null;
  };
  return {
    start() {
      again = true;
      running ??= run();
    },
    ended: () => running ?? Promise.resolve(),
  };
}
