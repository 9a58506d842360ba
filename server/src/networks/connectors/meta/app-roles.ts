/**
 * Meta's application may be used by everybody only with Advanced Access; before, by those who have a role in it
 * (https://developers.facebook.com/docs/graph-api/overview/access-levels, 2026-11). The words are unverified: seen in other products.
 */
export function lacksRole(message: string): boolean {
  return /developer role|not (?:a |an )?(?:\w+ )?tester|app (?:is )?(?:not active|in development mode)/i.test(message);
}

/** What the operator can do about it. */
export function roleAdvice(network: "Instagram" | "Threads"): string {
  return `The account has no role in the Meta application. Whoever runs this service can add it as a tester at developers.facebook.com, under "App roles", and the account accepts in ${network}'s settings; or get Advanced Access for the application.`;
}
