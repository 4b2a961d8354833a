import { expect, it } from 'vitest';
import { newSubscription, rotated, secretsOf } from './subscription.ts';

const NOW = Date.UTC(2026, 5, 15);

it('frequent rotation keeps only the four newest older secrets', () => {
  let subscription = newSubscription('https://hooks.example.com/');
  const all = [subscription.secret];
  for (let round = 0; round < 6; round += 1) {
    subscription = rotated(subscription, NOW);
    all.unshift(subscription.secret);
  }
  expect(secretsOf(subscription, NOW)).toEqual(all.slice(0, 5));
});
