/** The list with two of its entries in each other's place. */
export function swapped<T>(list: readonly T[], one: number, other: number): T[] {
  return list.map((entry, index) => (index === one ? (list[other] ?? entry) : index === other ? (list[one] ?? entry) : entry));
}
