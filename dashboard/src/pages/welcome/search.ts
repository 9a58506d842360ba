export const STEPS = ["brand", "networks", "times"] as const;
export type Step = (typeof STEPS)[number];

/** Where in the first ten minutes somebody is: all of it is in the address, so that it can be left and taken up again. */
export interface WelcomeSearch {
  /** Absent until there is one. */
  readonly brand?: number;
  readonly step?: Exclude<Step, "brand">;
  /** The slugs of networks that are ticked and not yet logged in to. */
  readonly networks?: string;
}

export function readWelcomeSearch(search: Readonly<Record<string, unknown>>): WelcomeSearch {
  const brand = Number(search.brand);
  if (!Number.isSafeInteger(brand) || brand <= 0) return {};
  const { networks } = search;
  const step = search.step === "times" ? "times" : "networks";
  return { brand, step, ...(typeof networks === "string" && networks !== "" && { networks }) };
}

/** The address of a step. */
export function welcomePath({ brand, step, networks }: WelcomeSearch): string {
  const query = new URLSearchParams();
  if (brand !== undefined) query.set("brand", String(brand));
  if (step !== undefined) query.set("step", step);
  if (networks !== undefined && networks !== "") query.set("networks", networks);
  return `/welcome?${query}`;
}
