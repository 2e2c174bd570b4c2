/** Reads claims along with the objects that they are about, both ascending by catalog number. */
export class ClaimReader {
  readonly #batches: AsyncGenerator<unknown[][]>;
  #ids: readonly number[] = [];
  #texts: readonly string[] = [];
  #next = 0;

  /** Batches of two columns: catalog numbers, and the JSON texts of claims. */
  constructor(batches: AsyncGenerator<unknown[][]>) {
    this.#batches = batches;
  }

  /** The claims about the next object, joined by commas. Throws if a claim about an earlier object has not been read. */
  async about(id: number): Promise<string> {
    const texts: string[] = [];
    while (await this.#more()) {
      const found = this.#ids[this.#next]!;
      if (found > id) break;
      if (found < id) throw new Error(`claims are out of order: one about ${found} is left where ${id} is due`);
      texts.push(this.#texts[this.#next]!);
      this.#next++;
    }
    return texts.join(',');
  }

  /** Throws if claims have not been read. */
  async finish(): Promise<void> {
    if (await this.#more()) throw new Error(`claims are left, the first about ${this.#ids[this.#next]}`);
  }

  async close(): Promise<void> {
    await this.#batches.return(undefined);
  }

  async #more(): Promise<boolean> {
    if (this.#next < this.#ids.length) return true;
    const { value, done } = await this.#batches.next();
    if (done) return false;
    [this.#ids, this.#texts] = value as [number[], string[]];
    this.#next = 0;
    return true;
  }
}
