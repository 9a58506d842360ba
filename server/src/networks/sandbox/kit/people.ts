import { folded } from "./names.ts";

/** Others on the simulated networks who can be found and mentioned: a few with names of all kinds, and a crowd. */
export const PEOPLE: readonly string[] = [
  "Anna Miller",
  "Annika Bäcker",
  "Antoine Lefèvre",
  "Flour & Stone",
  "Olga Рожкова",
  "Rye \u202Eback to front",
  "<b>Bold</b> Baker",
  ...Array.from({ length: 60 }, (_, index) => `Crowd Reader ${index + 1}`),
];

/** Whether a word of one of the names begins so. */
export function isCalled(beginning: string, ...names: readonly string[]): boolean {
  const wanted = folded(beginning.trim().replace(/^@/, ""));
  return (
    wanted !== "" &&
    names.some(
      (name) =>
        folded(name).startsWith(wanted) ||
        folded(name)
          .split(/[^\p{L}\p{N}]+/u)
          .some((word) => word.startsWith(wanted)),
    )
  );
}
