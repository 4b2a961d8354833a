// The package with the prices of models. It indexes all its models when it is loaded, which takes 20 ms of CPU
// time, so this happens with the first call that needs a price and not at the start.
import type * as Prices from '@pydantic/genai-prices';
import { load, once } from '#lib/later';

export const pricePackage = once(() => load('@pydantic/genai-prices') as typeof Prices);
