/** The settings that a Node process which a test starts shares with this one. Without the compile cache, each compiles the whole program again. */
export const childEnvironment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};
