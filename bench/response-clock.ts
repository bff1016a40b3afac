/** The times of the responses of a server, for the process that started it. */
export class ResponseClock {
  #times: number[] = [];

  constructor() {
    process.on('message', () => {
      const since = Math.floor(this.#times.length / 3);
      const seconds = (this.#times.at(-1)! - this.#times[since]!) / 1000;
      const rate = (this.#times.length - 1 - since) / seconds;
      process.send?.({
        responses: this.#times.length,
        rate: Number.isFinite(rate) ? rate : 0,
        mostInASecond: this.#mostInASecond(),
      });
      this.#times = [];
    });
    process.on('disconnect', () => process.exit());
  }

  #mostInASecond(): number {
    let [from, most] = [0, 0];
    for (const [to, time] of this.#times.entries()) {
      while (time - this.#times[from]! >= 1000) from++;
      most = Math.max(most, to - from + 1);
    }
    return most;
  }

  responded(): void {
    this.#times.push(performance.now());
  }
}
