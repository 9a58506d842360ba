import { MEDIA_FILTERS, type MediaFilter } from "@rostrum/contract/media.ts";
import { MEDIA_SORTS } from "@rostrum/contract/private/media.ts";

/** What the address of the page says: everything that is shown can be linked. */
export interface MediaSearch {
  readonly page?: number;
  readonly type?: MediaFilter;
  readonly use?: "used" | "unused";
  readonly search?: string;
  readonly sort?: (typeof MEDIA_SORTS)[number];
  /** The file that is open. */
  readonly file?: string;
}

/** Whatever the address says, the page can be shown: what it does not know is left out. */
export function readMediaSearch(given: Readonly<Record<string, unknown>>): MediaSearch {
  const { page, type, use, search, sort, file } = given;
  return {
    ...(Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {}),
    ...oneOf("type", type, MEDIA_FILTERS),
    ...oneOf("use", use, ["used", "unused"] as const),
    ...((typeof search === "string" && search !== "") || typeof search === "number" ? { search: String(search) } : {}),
    ...oneOf("sort", sort, MEDIA_SORTS),
    ...(typeof file === "string" ? { file } : {}),
  };
}

function oneOf<N extends string, T extends string>(name: N, given: unknown, known: readonly T[]): { readonly [K in N]?: T } {
  const found = known.find((one) => one === given);
  return found === undefined ? {} : ({ [name]: found } as { readonly [K in N]?: T });
}
