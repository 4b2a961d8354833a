// Reads the operator's price table and own prices again while the service runs. A fault is logged once, and the
// previous prices stay in use.
import { statSync } from 'node:fs';
import { HOUR_MS, MINUTE_MS } from '#lib/clock';
import { type Config, readPricesFile } from '#config';
import type { Services } from '#core/context';
import { perProcess } from '#core/process-state';
import { useTable } from '#otlp';
import { operatorTable, isAddress } from './read-source.ts';

const LOOK_MS = MINUTE_MS;
const ASK_MS = 6 * HOUR_MS;

type Needs = Pick<Services, 'config' | 'log'>;

export class PriceRenewal {
  readonly #services: Needs;
  #timer: NodeJS.Timeout | null = null;
  #tableSeen = '';
  #askedAt = -Infinity;
  #pricesSeen: string;
  #looking = false;

  constructor(services: Needs) {
    this.#services = services;
    this.#pricesSeen = stateOf(services.config.pricesFile);
  }

  start(): void {
    const { priceTable, pricesFile } = this.#services.config;
    if (priceTable === null && pricesFile === null) return;
    void this.look();
    this.#timer ??= setInterval(() => void this.look(), LOOK_MS).unref();
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  async look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      this.#lookAtPrices();
      await this.#lookAtTable();
    } finally {
      this.#looking = false;
    }
  }

  async #lookAtTable(): Promise<void> {
    const { config, log } = this.#services;
    const { priceTable } = config;
    if (priceTable === null) return;
    if (isAddress(priceTable)) {
      if (performance.now() - this.#askedAt < ASK_MS) return;
      this.#askedAt = performance.now();
    } else {
      const state = stateOf(priceTable);
      if (state === this.#tableSeen) return;
      this.#tableSeen = state;
    }
    try {
      const table = await operatorTable(config);
      if (table === null) return;
      useTable(table);
      log.info({ date: table.date, sources: table.sources }, 'the price table was renewed');
    } catch (error) {
      log.warn({ err: error }, 'the price table could not be read; the one in use stays');
    }
  }

  #lookAtPrices(): void {
    const { config, log } = this.#services;
    const { pricesFile } = config;
    if (pricesFile === null) return;
    const state = stateOf(pricesFile);
    if (state === this.#pricesSeen) return;
    this.#pricesSeen = state;
    const faults: string[] = [];
    const { prices, version } = readPricesFile(pricesFile, (fault) => faults.push(fault));
    if (faults.length > 0) {
      log.warn({ faults }, 'the file of TRACEWELL_PRICES_FILE has faults; the prices in use stay');
      return;
    }
    if (version === config.modelPricesVersion) return;
    const renewed: Pick<Config, 'modelPrices' | 'modelPricesVersion'> = {
      modelPrices: prices,
      modelPricesVersion: version,
    };
    Object.assign(config, renewed);
    log.info({ prices: prices.length }, 'the prices of the operator were renewed');
  }
}

/** Changes with the file. '' if there is none. */
function stateOf(file: string | null): string {
  if (file === null) return '';
  try {
    const { mtimeMs, size, ino } = statSync(file);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return '';
  }
}

export const priceRenewalOf = perProcess((services, onEnd) => {
  const renewal = new PriceRenewal(services);
  onEnd(() => renewal.close());
  return renewal;
});
