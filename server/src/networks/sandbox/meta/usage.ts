/** How Meta tells callers what they have used. https://developers.facebook.com/docs/graph-api/overview/rate-limiting (2026-10) */

/** The headers of a call that was refused because `id`, a Page or an account, called too often. */
export function throttledHeaders(type: string, facts: { readonly id: string; readonly seconds: number }): Record<string, string> {
  const used = { type, call_count: 100, total_cputime: 30, total_time: 30 };
  const minutes = Math.max(1, Math.ceil(facts.seconds / 60));
  return {
    "x-app-usage": JSON.stringify({ call_count: 28, total_time: 25, total_cputime: 25 }),
    "x-business-use-case-usage": JSON.stringify({ [facts.id]: [{ ...used, estimated_time_to_regain_access: minutes }] }),
  };
}
