/** The fields of an object by name; what has no value gives undefined. */
type FieldReaders = Readonly<Record<string, () => unknown>>;

/** The object with these of its fields. Those that are not asked for are not read; those without a value are left out. */
export async function picked(readers: FieldReaders, names: readonly string[]): Promise<Record<string, unknown>> {
  const wanted = Object.entries(readers).filter(([name]) => names.includes(name));
  const read = await Promise.all(wanted.map(async ([name, value]) => [name, await value()] as const));
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}
