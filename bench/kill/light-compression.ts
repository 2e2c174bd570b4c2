/**
 * Loaded into a child process before the refresh (`node --import`): the same steps and files, compressed as little as can
 * be, so that a test can start it many times.
 */
import { syncBuiltinESMExports } from 'node:module';
import zlib from 'node:zlib';

const { createBrotliCompress, createGzip, createZstdCompress, constants } = zlib;
const light = {
  createBrotliCompress: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 0 } }),
  createGzip: () => createGzip({ level: 1 }),
  createZstdCompress: () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
};
for (const [name, value] of Object.entries(light)) Object.defineProperty(zlib, name, { value });
syncBuiltinESMExports();
