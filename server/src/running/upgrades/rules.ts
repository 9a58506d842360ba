/** How many dumps are kept, each of another schema. */
const DUMPS_KEPT = 3;

/** Kept free for the migration itself, and for what the service writes meanwhile. */
const SPARE_BYTES = 64 * 1024 * 1024;
const GIBIBYTE = 1024 ** 3;

/** What is wrong with the room for a dump; null if there is enough. As text, a table is hardly larger than in the database. */
export function lackOfRoom(place: { readonly databaseBytes: number; readonly freeBytes: number; readonly folder: string }): string | null {
  const needed = place.databaseBytes + SPARE_BYTES;
  if (place.freeBytes >= needed) return null;
  return (
    `Before this version migrates the database, it dumps it, which may take ${inGibibytes(needed)}; only ${inGibibytes(place.freeBytes)} ` +
    `are free in ${place.folder}. Make room, or, if you have a backup, set ROSTRUM_DUMP_BEFORE_MIGRATION=0. Nothing has been changed.`
  );
}

function inGibibytes(bytes: number): string {
  return `${(bytes / GIBIBYTE).toFixed(1)} GiB`;
}

const DUMP = /^before-(\d{4})-(\d{8}T\d{9}Z)\.tar$/;

/** The name of a dump made at this moment, before the migration with this number. */
export function dumpName(number: number, stamp: string): string {
  return `before-${String(number).padStart(4, "0")}-${stamp}.tar`;
}

/**
 * Which of these files are dumps that newer ones have replaced. Of each schema the newest is kept: a migration that fails again
 * and again does not drive out the dumps of earlier upgrades.
 */
export function replacedDumps(names: readonly string[]): string[] {
  const dumps = names.flatMap((name) => {
    const [, number, stamp] = DUMP.exec(name) ?? [];
    return number === undefined || stamp === undefined ? [] : [{ name, number, stamp }];
  });
  const newestFirst = dumps.toSorted((a, b) => (a.stamp < b.stamp ? 1 : -1));
  const kept = newestFirst.filter(({ number }, place) => newestFirst.findIndex((other) => other.number === number) === place);
  const keptNames = new Set(kept.slice(0, DUMPS_KEPT).map(({ name }) => name));
  return names.filter((name) => DUMP.test(name) && !keptNames.has(name));
}

type Step =
  | { readonly kind: "waiting" }
  | { readonly kind: "migrating"; readonly number: number; readonly of: number; readonly name: string };

/** What `/readyz` says of a step that began at this moment, in UTC. */
export function stepInWords(step: Step, since: string): string {
  if (step.kind === "waiting") return `another process is migrating the database, since ${since} UTC`;
  const { number, of, name } = step;
  const fourDigits = (value: number) => String(value).padStart(4, "0");
  return `migrating: ${fourDigits(number)} of ${fourDigits(of)} (${name.replace(/^\d+-|\.sql$/g, "")}), since ${since} UTC`;
}
