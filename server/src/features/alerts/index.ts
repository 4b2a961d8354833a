export { countFiringAlerts } from './alerts.ts';
