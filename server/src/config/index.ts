export { isInstalled } from './data-folder.ts';
export { ConfigError, readConfig, readNewMasterKey } from './env.ts';
export { hasEmbeddings, MODEL_RETRY, VENDOR_URLS } from './judge.ts';
export { ACCOUNT_LIMITS, type AccountLimit } from './limits.ts';
export type * from './settings.ts';
export { LLM_PROVIDERS, RECORDED_PROVIDER } from './settings.ts';
export { OwnPrice, ownPrices, StoredOwnPrice } from './own-prices.ts';
export {
  NO_PRICES,
  priceVersion,
  type PriceOverride,
  type PricesByLength,
  type TokenPrices,
} from './price-override.ts';
export { readPricesFile } from './prices-file.ts';
export { setDemoFolder, setOptions } from './set-options.ts';
