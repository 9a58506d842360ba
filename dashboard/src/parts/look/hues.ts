/** As many as `tokens.css` has. */
const HUES = 5;

/** The hue of a collection, channel or brand, by its id: none is that of a state, and each has a twin for the dark scheme. */
export function hueOf(id: number): string {
  return `var(--c-${((id % HUES) + HUES) % HUES})`;
}
