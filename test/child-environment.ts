/** What a Node process that a test starts gets of this process's settings: without the shared compile cache, each compiles the whole program again. */
export const childEnvironment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};
