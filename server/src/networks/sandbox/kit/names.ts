import { createHash } from "node:crypto";

/** The name without accents and in lower case: what user names are made of. */
export function folded(name: string): string {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

interface Spelling {
  /** What stands for everything else; never at the beginning or end. */
  readonly between?: string;
  readonly lengthMax?: number;
  /** For a name that has no letter of this alphabet. */
  readonly otherwise?: string;
}

/** A user name of lower-case letters and digits for an account of this name. */
export function userNameOf(name: string, { between = "_", lengthMax = 30, otherwise = "account" }: Spelling = {}): string {
  const words = folded(name)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  return words.join(between).slice(0, lengthMax) || otherwise;
}

/** The same of at most so many characters; long ones keep a trace of what is cut, so that each name has its own account. */
export function shortUserNameOf(name: string, lengthMax: number): string {
  const whole = userNameOf(name, { lengthMax: Number.POSITIVE_INFINITY });
  if (whole.length <= lengthMax) return whole;
  const trace = createHash("sha256").update(whole).digest("hex").slice(0, 5);
  return `${whole.slice(0, lengthMax - trace.length - 1)}_${trace}`;
}

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

/** Names in one text, apart by blanks. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
