/** A table refers to another by a foreign key. */
export interface Reference {
  readonly from: string;
  readonly to: string;
}

/** The tables in an order in which each comes after those that it refers to. Throws when they refer in a circle. */
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
