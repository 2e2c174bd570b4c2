/** Work that runs in the background, one run at a time. */
export interface BackgroundTask {
  /** Starts the work; if it is running, it runs once more afterwards. Returns immediately. */
  start(): void;
  /** Resolves when no run is in progress. */
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
