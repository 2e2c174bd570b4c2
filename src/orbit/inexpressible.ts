/** A value that the columns of a TLE can't hold; the message says which and why, in a sentence for people. */
export class Inexpressible extends Error {}
