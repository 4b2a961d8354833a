import { perProcess } from '#core/process-state';
import { Gate } from './gate.ts';

export const gateOf = perProcess((services, onEnd) => {
  const gate = new Gate(services);
  onEnd(() => gate.close());
  return gate;
});
