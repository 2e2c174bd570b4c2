/**
 * Settings of the allocators of DuckDB (jemalloc) and of Node (glibc) for the workers that run tests: memory that is freed is kept for
 * the next of thousands of small queries. The kernel otherwise zeroes the same pages again for each: a quarter of all page faults.
 */
export const keepFreedMemory = {
  DUCKDB_JE_MALLOC_CONF: 'narenas:1,dirty_decay_ms:60000,muzzy_decay_ms:60000',
  MALLOC_ARENA_MAX: '1',
  // In bytes. The last one is the largest that glibc accepts.
  MALLOC_TRIM_THRESHOLD_: String(2 ** 30),
  MALLOC_TOP_PAD_: String(2 ** 24),
  MALLOC_MMAP_THRESHOLD_: String(2 ** 25),
};
