/** What vendors accept; some of them fewer output tokens. */
export const SETTING_LIMITS = {
  temperature: { minimum: 0, maximum: 2 },
  topP: { minimum: 0, maximum: 1 },
  maxOutputTokens: { minimum: 1, maximum: 200_000 },
  presencePenalty: { minimum: -2, maximum: 2 },
  frequencyPenalty: { minimum: -2, maximum: 2 },
  seed: { minimum: 0, maximum: 2_147_483_647 },
} as const;
