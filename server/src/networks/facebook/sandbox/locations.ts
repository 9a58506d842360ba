/** Where a Page is, as its field `location` tells. https://developers.facebook.com/docs/graph-api/reference/location/ (2026-11) */
interface PlaceOnEarth {
  readonly street?: string;
  readonly city?: string;
  readonly state?: string;
  readonly zip?: string;
  readonly country?: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Where every Page is that nobody has put anywhere else. */
const ANYWHERE: PlaceOnEarth = { city: "Berlin", country: "Germany", latitude: 52.52, longitude: 13.405 };

/** Pages that everybody finds, by name; one without a location is no place. */
const WELL_KNOWN: Readonly<Record<string, PlaceOnEarth | null>> = {
  "Old Mill Market Hall": {
    street: "Mühlenstraße 12",
    city: "Berlin",
    zip: "10243",
    country: "Germany",
    latitude: 52.5076,
    longitude: 13.4426,
  },
  "Old Mill Café & Ærø Bar": {
    street: "Rue de l’Œuf 3",
    city: "Strasbourg",
    zip: "67000",
    country: "France",
    latitude: 48.58,
    longitude: 7.75,
  },
  "Old Mill Ferry": { city: "Portland", state: "OR", country: "United States", latitude: 45.52, longitude: -122.68 },
  "Old Mill Bakers (podcast)": null,
  "粉屋 Konaya Kitahama": { street: "今橋 1-2-3", city: "大阪市", zip: "541-0042", country: "Japan", latitude: 34.69, longitude: 135.5 },
};

/** Their names. */
export const WELL_KNOWN_PAGES: readonly string[] = Object.keys(WELL_KNOWN);

/** Null for a Page that is no place. */
export function locationOf(name: string): PlaceOnEarth | null {
  return Object.hasOwn(WELL_KNOWN, name) ? (WELL_KNOWN[name] ?? null) : ANYWHERE;
}
