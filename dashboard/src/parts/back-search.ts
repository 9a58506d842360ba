/** Where somebody came from who changes a post, and goes back to: with what was open, chosen and filtered there. */
export interface BackSearch {
  readonly back?: string;
}

/** Only pages of the dashboard: an address from elsewhere must not lead away. */
export function readBackSearch({ back }: Readonly<Record<string, unknown>>): BackSearch {
  return typeof back === "string" && /^\/(?!\/)/.test(back) && !back.includes("\\") ? { back } : {};
}
