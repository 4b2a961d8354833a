// Events in simulated time, and the two things that every queue here is made of: cores that work on one job
// each, and a sum over time.

interface Event {
  at: number;
  order: number;
  run: () => void;
}

/** Simulated time is in milliseconds. Events at the same time run in the order in which they were set. */
export class Simulation {
  now = 0;
  readonly #heap: Event[] = [];
  #order = 0;

  after(ms: number, run: () => void): void {
    this.#push({ at: this.now + ms, order: (this.#order += 1), run });
  }

  /** Runs until nothing is left to do before this time. */
  run(untilMs: number): void {
    for (;;) {
      const [next] = this.#heap;
      if (!next || next.at > untilMs) break;
      this.#pop();
      this.now = next.at;
      next.run();
    }
    this.now = untilMs;
  }

  #before(left: number, right: number): boolean {
    const [one, two] = [this.#heap[left], this.#heap[right]];
    if (!one || !two) return one !== undefined;
    return one.at === two.at ? one.order < two.order : one.at < two.at;
  }

  #swap(left: number, right: number): void {
    const [one, two] = [this.#heap[left], this.#heap[right]];
    if (one && two) [this.#heap[left], this.#heap[right]] = [two, one];
  }

  #push(event: Event): void {
    this.#heap.push(event);
    let at = this.#heap.length - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#before(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #pop(): void {
    const last = this.#heap.pop();
    if (!last || this.#heap.length === 0) return;
    this.#heap[0] = last;
    let at = 0;
    for (;;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const least = right < this.#heap.length && this.#before(right, left) ? right : left;
      if (least >= this.#heap.length || !this.#before(least, at)) return;
      this.#swap(least, at);
      at = least;
    }
  }
}

/** The mean of a number over time, such as the jobs in a queue, and its largest value. */
export class Level {
  readonly #simulation: Simulation;
  #value = 0;
  #sum = 0;
  #since = 0;
  #began = 0;
  most = 0;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  get value(): number {
    return this.#value;
  }

  add(change: number): void {
    this.#settle();
    this.#value += change;
    this.most = Math.max(this.most, this.#value);
  }

  mean(): number {
    this.#settle();
    return this.#sum / Math.max(1e-9, this.#since - this.#began);
  }

  /** Forgets what was before now, such as the time in which the queues fill. */
  restart(): void {
    this.#settle();
    [this.#sum, this.#began, this.most] = [0, this.#since, this.#value];
  }

  #settle(): void {
    this.#sum += this.#value * (this.#simulation.now - this.#since);
    this.#since = this.#simulation.now;
  }
}

type Done = (ok: boolean) => void;

/** First come, first served, and a job takes one core. */
export class Cores {
  readonly #simulation: Simulation;
  readonly #count: number;
  #queue: { ms: number; done: Done }[] = [];
  #head = 0;
  /** Jobs of an earlier life fail when they end. */
  #life = 0;
  readonly busy: Level;

  constructor(simulation: Simulation, count: number) {
    this.#simulation = simulation;
    this.#count = count;
    this.busy = new Level(simulation);
  }

  get utilisation(): number {
    return this.busy.mean() / this.#count;
  }

  run(ms: number, done: Done): void {
    if (this.busy.value < this.#count) this.#begin(ms, done);
    else this.#queue.push({ ms, done });
  }

  /** The machine is gone: whatever runs or waits has failed. */
  fail(): void {
    this.#life += 1;
    const waiting = this.#queue.slice(this.#head);
    [this.#queue, this.#head] = [[], 0];
    for (const { done } of waiting) done(false);
  }

  #begin(ms: number, done: Done): void {
    const life = this.#life;
    this.busy.add(1);
    this.#simulation.after(ms, () => {
      this.busy.add(-1);
      this.#next();
      done(life === this.#life);
    });
  }

  #next(): void {
    const next = this.#queue[this.#head];
    if (!next) return;
    this.#head += 1;
    if (this.#head > 1_000 && 2 * this.#head > this.#queue.length)
      [this.#queue, this.#head] = [this.#queue.slice(this.#head), 0];
    this.#begin(next.ms, next.done);
  }
}
