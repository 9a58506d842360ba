/**
 * The n-th random number in [0, 1) of a seed. Deterministic, so that a run with faults can be repeated and continues where
 * it was after a restart. Counter-based: SplitMix64's mixing function over seed and counter.
 */
export function chanceOf(seed: number, draw: number): number {
  let value = BigInt.asUintN(64, (BigInt(seed) << 32n) + BigInt(draw) * 0x9e3779b97f4a7c15n);
  value = BigInt.asUintN(64, (value ^ (value >> 30n)) * 0xbf58476d1ce4e5b9n);
  value = BigInt.asUintN(64, (value ^ (value >> 27n)) * 0x94d049bb133111ebn);
  value ^= value >> 31n;
  return Number(value >> 11n) / 2 ** 53;
}
