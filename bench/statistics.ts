/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? at(sorted, middle) : (at(sorted, middle - 1) + at(sorted, middle)) / 2;
}

/** The smallest value that `share` (0 to 1) of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return at(sorted, Math.max(0, Math.ceil(share * sorted.length) - 1));
}

export function spreadOf(values: readonly number[]): [least: number, most: number] {
  return [Math.min(...values), Math.max(...values)];
}

export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function at(values: ArrayLike<number>, index: number): number {
  const value = values[index];
  if (value === undefined) throw new RangeError("There are no values");
  return value;
}
