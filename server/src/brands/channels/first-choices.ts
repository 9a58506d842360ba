import type { GivenPreferences, Preference } from "@rostrum/contract/preferences.ts";

/** The first option of every choice that a person would have to make, for channels on sandbox networks that nobody connects by hand. */
export function firstChoices(offered: readonly Preference[]): GivenPreferences {
  return Object.fromEntries(
    offered.flatMap((preference) => {
      if (preference.kind !== "choice" || preference.preset !== null) return [];
      const open = preference.options.find(({ problem }) => problem === undefined);
      return open === undefined ? [] : [[preference.name, open.value]];
    }),
  );
}
