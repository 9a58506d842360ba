/** Calls of one account within 15 minutes. https://docs.x.com/x-api/fundamentals/rate-limits (2026-08) */
export const RATES = {
  create: 100,
  me: 75,
  tweets: 5000,
  timeline: 900,
  upload: 500,
  initialize: 1875,
  append: 1875,
  finalize: 1875,
  metadata: 500,
} as const;

export type RateName = keyof typeof RATES;

export interface RateState {
  readonly total: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

export function rateHeaders({ total, remaining, resetSeconds }: RateState) {
  return {
    "x-rate-limit-limit": String(total),
    "x-rate-limit-remaining": String(remaining),
    "x-rate-limit-reset": String(resetSeconds),
  };
}
