export { countFiringAlerts } from './alerts.ts';
export { createAlert } from './create.ts';
