import { z } from "zod";
import type { Asked } from "./caller.ts";
import { type Fields, MEDIA_FORMATS } from "./model.ts";
import { readBody } from "./post-input.ts";
import { isWebAddress } from "./post-rules.ts";
import { invalid, type Mistake } from "./refusals.ts";

/** https://developers.google.com/my-business/reference/rest/v4/accounts.locations.media (2024-10) */
const CATEGORIES = [
  "COVER",
  "PROFILE",
  "LOGO",
  "EXTERIOR",
  "INTERIOR",
  "PRODUCT",
  "AT_WORK",
  "FOOD_AND_DRINK",
  "MENU",
  "COMMON_AREA",
  "ROOMS",
  "TEAMS",
  "ADDITIONAL",
];

const ignored = z.unknown().optional();

const NewItem = z.strictObject({
  mediaFormat: z.enum([...MEDIA_FORMATS, "MEDIA_FORMAT_UNSPECIFIED"]).optional(),
  locationAssociation: z.strictObject({ category: z.string().optional(), priceListItemId: z.string().optional() }).optional(),
  sourceUrl: z.string().optional(),
  dataRef: z.strictObject({ resourceName: z.string().optional() }).optional(),
  description: z.string().optional(),
  name: ignored,
  googleUrl: ignored,
  thumbnailUrl: ignored,
  createTime: ignored,
  dimensions: ignored,
  insights: ignored,
  attribution: ignored,
});

export interface WantedItem {
  readonly format: Fields<"media_item">["format"];
  readonly association: Record<string, string>;
  readonly source: { readonly url: string } | { readonly upload: string };
  readonly description: string | null;
}

/** The body of a new item of the photos section; it needs a place there, and one source. */
export function readItem(asked: Asked): WantedItem {
  const { mediaFormat, locationAssociation, sourceUrl, dataRef, description } = readBody(asked, NewItem);
  const source = sourceFrom(sourceUrl, dataRef?.resourceName);
  const association = associationFrom(locationAssociation);
  const mistakes: Mistake[] = [];
  const format = mediaFormat === "MEDIA_FORMAT_UNSPECIFIED" ? undefined : mediaFormat;
  if (format === undefined) mistakes.push({ code: "MISSING_VALUE", field: "media_format", message: "Media format is required." });
  if ("mistake" in association) mistakes.push(association.mistake);
  if ("mistake" in source) mistakes.push(source.mistake);
  if (mistakes.length > 0 || format === undefined || "mistake" in association || "mistake" in source) {
    throw invalid(asked.settings, mistakes);
  }
  return { format, association: association.association, source: source.source, description: description ?? null };
}

type Wrong = { readonly mistake: Mistake };

function sourceFrom(url: string | undefined, upload: string | undefined): { readonly source: WantedItem["source"] } | Wrong {
  if (url !== undefined && upload !== undefined) {
    return { mistake: { code: "UNSUPPORTED_VALUE", field: "data", message: "Only one of source URL and data ref can be set." } };
  }
  if (upload !== undefined) return { source: { upload } };
  if (url === undefined) return { mistake: { code: "MISSING_VALUE", field: "data", message: "Source URL or data ref is required." } };
  if (!isWebAddress(url)) return { mistake: { code: "INVALID_VALUE", field: "source_url", message: "Invalid URL.", value: url } };
  return { source: { url } };
}

function associationFrom(given: z.output<typeof NewItem>["locationAssociation"]): { readonly association: Record<string, string> } | Wrong {
  const { category, priceListItemId } = given ?? {};
  if (priceListItemId !== undefined) return { association: { priceListItemId } };
  if (category === undefined) {
    return { mistake: { code: "MISSING_VALUE", field: "location_association", message: "Location association is required." } };
  }
  if (CATEGORIES.includes(category)) return { association: { category } };
  return { mistake: { code: "INVALID_VALUE", field: "location_association.category", message: "Invalid category.", value: category } };
}
