/** A foreign key from one table to another. */
export interface Reference {
  readonly from: string;
  readonly to: string;
}

/** Sorts the tables so that each comes after those it references. Throws on a circular reference. */
export function inOrderOfReferences(tables: readonly string[], references: readonly Reference[]): string[] {
  const ordered: string[] = [];
  let waiting = [...tables].sort();
  while (waiting.length > 0) {
    const free = waiting.filter((table) => references.every(({ from, to }) => from !== table || to === table || ordered.includes(to)));
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${waiting.join(", ")}`);
    ordered.push(...free);
    waiting = waiting.filter((table) => !free.includes(table));
  }
  return ordered;
}
