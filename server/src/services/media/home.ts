import { perProcess } from '#core/process-state';
import { openMediaHome } from '#media';

export const homeOf = perProcess(({ config }) => openMediaHome(config));
