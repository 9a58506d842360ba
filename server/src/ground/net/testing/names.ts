import type { Resolve } from "../guard.ts";

/** A test's own names. An entry that is a list of lists gives one list per lookup, and the last one forever. */
export function fakeNames(
  table: Readonly<Record<string, readonly string[] | readonly (readonly string[])[]>>,
): Resolve & { asked: string[] } {
  const asked: string[] = [];
  const resolve = async (hostname: string): Promise<readonly string[]> => {
    const earlier = asked.filter((name) => name === hostname).length;
    asked.push(hostname);
    const entry = table[hostname];
    if (entry === undefined) throw new Error("ENOTFOUND");
    const answers = entry.map((answer) => (typeof answer === "string" ? [answer] : [...answer]));
    if (entry.every((answer) => typeof answer === "string")) return answers.flat();
    return answers[Math.min(earlier, answers.length - 1)] ?? [];
  };
  return Object.assign(resolve, { asked });
}
