/** How brands are spread over the world's time zones. */
export type Spread = (brand: number, zones: readonly string[]) => string;

export interface World {
  readonly brands: number;
  readonly postsPerBrandAndDay: number;
  readonly spread: Spread;
  /** Such as `2026-11-23`, on the clocks of each zone. */
  readonly date: string;
  readonly seed: number;
}

export interface BusiestMinute {
  /** UTC, such as `08:00`. */
  readonly at: string;
  readonly posts: number;
  /** Zones where it is 09:00 then. */
  readonly zonesAtNine: number;
}

const MINUTES = 24 * 60;

/**
 * When people publish, by their own clocks: three in ten posts at 09:00, half at another full hour from 08:00 to 21:00, the rest at a half
 * hour. A queue's slots are chosen by people, and people choose round times.
 */
function localMinute(chance: () => number): number {
  const kind = chance();
  if (kind < 0.3) return 9 * 60;
  const hour = 8 + Math.floor(chance() * 14);
  return hour * 60 + (kind < 0.8 ? 0 : 30);
}

/** Publishes a day of the whole world in a simulation, and finds the minute in which most is due. */
export function busiestMinute({ brands, postsPerBrandAndDay, spread, date, seed }: World): BusiestMinute {
  const zones = Intl.supportedValuesOf("timeZone");
  const offsets = new Map(zones.map((zone) => [zone, offsetMinutes(date, zone)]));
  const chance = randomOf(seed);
  const due = new Uint32Array(MINUTES);
  for (let brand = 0; brand < brands; brand += 1) {
    const offset = offsets.get(spread(brand, zones)) ?? 0;
    for (let post = 0; post < postsPerBrandAndDay; post += 1) {
      const minute = (localMinute(chance) - offset + 2 * MINUTES) % MINUTES;
      due[minute] = (due[minute] ?? 0) + 1;
    }
  }
  const posts = due.reduce((most, count) => Math.max(most, count), 0);
  const minute = due.indexOf(posts);
  const zonesAtNine = [...offsets.values()].filter((offset) => (9 * 60 - offset + 2 * MINUTES) % MINUTES === minute).length;
  return { at: `${two(Math.floor(minute / 60))}:${two(minute % 60)}`, posts, zonesAtNine };
}

/** Minutes by which the zone's clocks are ahead of UTC at nine in the morning. */
function offsetMinutes(date: string, zone: string): number {
  return Temporal.PlainDateTime.from(`${date}T09:00`).toZonedDateTime(zone).offsetNanoseconds / 60e9;
}

/** A linear congruential generator: the same seed makes the same world everywhere. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
