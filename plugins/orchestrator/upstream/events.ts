/** Takes the JSON-RPC response out of an event stream. Texts have one character for each byte. */
export class ResponseEvent {
  /** Pieces of a line that has not ended, and the data lines of an event that has not. */
  #line: string[] = [];
  #data: string[] = [];
  #size = 0;

  constructor(
    private readonly maxBytes: number,
    private readonly notified: (text: string) => void
  ) {}

  /** The text of the response once its event is whole. Throws when an event is larger than it may be. */
  read(chunk: string): string | undefined {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      this.#line.push(chunk.slice(from, end));
      from = end + 1;
      const line = this.#line.join('').replace(/\r$/, '');
      this.#line = [];
      const response = this.#take(line);
      if (response !== undefined) return response;
    }
    this.#line.push(chunk.slice(from));
    this.#size += chunk.length;
    if (this.#size > this.maxBytes) throw new Error('an event is too large');
    return undefined;
  }

  #take(line: string): string | undefined {
    if (line !== '') {
      if (line.startsWith('data:')) this.#data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
      return undefined;
    }
    const data = this.#data.join('\n');
    this.#data = [];
    this.#size = 0;
    if (data === '') return undefined;
    // What has a method is a notification on the way to the response.
    if (!/"method"\s*:/.test(data.slice(0, 200))) return data;
    this.notified(data);
    return undefined;
  }
}
