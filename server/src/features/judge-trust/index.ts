export { trustOf } from './trust.ts';
