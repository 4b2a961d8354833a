export { countFiringAlerts } from './count-firing.ts';
