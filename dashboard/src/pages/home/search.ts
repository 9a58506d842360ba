/** What is open on the page of all brands, in its address. */
export interface HomeSearch {
  readonly dialog?: "brand" | "bring";
}

export function readHomeSearch({ dialog }: Readonly<Record<string, unknown>>): HomeSearch {
  return dialog === "brand" || dialog === "bring" ? { dialog } : {};
}
