/** Runs work of one key one after another, in order of arrival. Work that fails lets the next one in. */
export class KeyedQueue {
  private readonly tails = new Map<string, Promise<unknown>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const start = async () => work();
    const before = this.tails.get(key);
    const result = before === undefined ? start() : before.then(start, start);
    this.tails.set(key, result);
    const leave = (): void => {
      if (this.tails.get(key) === result) this.tails.delete(key);
    };
    result.then(leave, leave);
    return result;
  }
}
