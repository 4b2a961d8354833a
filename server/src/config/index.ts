export { dataFolder, isInstalled } from './data-folder.ts';
export { ConfigError, readConfig, readNewMasterKey } from './env.ts';
export type * from './settings.ts';
export {
  MAX_PRICE,
  MAX_PRICED_MODEL,
  NO_PRICES,
  priceVersion,
  repeatedPrice,
  type PriceOverride,
} from './price-override.ts';
