type Choices = Readonly<Record<string, readonly string[]>>;
type Search<C extends Choices> = { readonly [N in keyof C]?: C[N][number] | undefined };

/** What a page keeps in the address bar: for each name one of the given words, or nothing. Anything else is left out. */
export function searchOf<const C extends Choices>(choices: C): (given: Readonly<Record<string, unknown>>) => Search<C> {
  return (given) => {
    const kept = Object.entries(choices).filter(([name, words]) => words.some((word) => word === given[name]));
    return Object.fromEntries(kept.map(([name]) => [name, given[name]])) as Search<C>;
  };
}
