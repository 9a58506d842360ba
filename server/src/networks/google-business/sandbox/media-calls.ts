import { addSeconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { listsLateSeconds } from "../../sandbox/faults.ts";
import { fileUrl } from "../../sandbox/kit/feed.ts";
import { words } from "../../sandbox/kit/names.ts";
import type { Asked, Call } from "./caller.ts";
import { askedLocation, parentOf } from "./caller.ts";
import { change, type Fields, insert, known, LIST_MAX, list, MEDIA_FORMATS, newKey, type Stored } from "./model.ts";
import { listed, pageOf } from "./paging.ts";
import { type Taken, takeBytes, takeFrom } from "./pictures.ts";
import { isWebAddress, readBody } from "./post-input.ts";
import { invalid, type Mistake } from "./refusals.ts";
import { liveUpload } from "./uploads.ts";

const MEDIA = "/v4/accounts/:account/locations/:location/media";
const PAGING = { sizeDefault: 100, sizeMax: 2500 };

/** The photos section. https://developers.google.com/my-business/reference/rest/v4/accounts.locations.media (2024-10) */
export const MEDIA_CALLS: readonly Call[] = [
  { method: "POST", path: MEDIA, service: "posts", isEdit: true, answer: create },
  { method: "GET", path: MEDIA, service: "posts", parameters: ["pageSize", "pageToken"], answer: listItems },
];

/** The reply has the picture's size, so it is fetched before. */
async function create(asked: Asked): Promise<Record<string, unknown>> {
  const { world, settings, ids } = asked;
  const location = await askedLocation(asked);
  const wanted = readItem(asked);
  const key = await newKey(world, "AF1QipM");
  const taken = await takeItem(asked, wanted, { file: key, locationId: location.id });
  if (taken.kind === "refused") throw invalid(settings, [{ code: taken.code, message: taken.message }]);
  const id = `local-${key}`;
  await insert(world, "media_item", id, {
    account_id: ids.account ?? "",
    location_id: location.id,
    format: wanted.format,
    association: wanted.association,
    description: wanted.description,
    source_url: "url" in wanted.source ? wanted.source.url : null,
    ...taken.picture,
  });
  return itemView(asked, await known(world, "media_item", id));
}

interface Place {
  readonly file: string;
  readonly locationId: string;
}

async function takeItem({ world, settings }: Asked, { source, format }: WantedItem, { file, locationId }: Place): Promise<Taken> {
  if ("url" in source) return takeFrom(world, source.url, { format, file, settings });
  const upload = await liveUpload(world, source.upload);
  const bytes = upload?.has_bytes === true ? await world.objects.getBytes(upload.id) : null;
  if (upload === null || bytes === null || upload.location_id !== locationId || (upload.used && !settings.uploads_again)) {
    // As for addresses: https://github.com/google/google-my-business-samples/issues/5 (2026-11) has it for bytes that did not arrive.
    return { kind: "refused", code: "PHOTO_FETCH_FAILED", message: "Fetching image failed." };
  }
  const taken = await takeBytes(world, bytes, { format, file, settings });
  if (taken.kind === "taken") await change(world, "upload", upload, { used: true });
  return taken;
}

async function listItems(asked: Asked): Promise<Record<string, unknown>> {
  const { world, settings, request } = asked;
  const location = await askedLocation(asked);
  const items = await list(world, "media_item", { where: { location_id: location.id }, limit: LIST_MAX });
  const lateSeconds = Math.max(settings.listed_after_seconds, listsLateSeconds(request));
  const shown = items.filter(({ createdAt }) => addSeconds(createdAt, lateSeconds) <= world.now());
  const page = pageOf(asked, shown, PAGING);
  const views = page.items.map((item) => itemView(asked, item));
  const total = shown.length === 0 ? {} : { totalMediaItemCount: shown.length };
  return { ...listed("mediaItems", views, page.nextPageToken), ...total };
}

function itemView(asked: Asked, item: Stored<"media_item">): Record<string, unknown> {
  const url = fileUrl(asked.world, item.file);
  return {
    name: `${parentOf(asked)}/media/${item.id}`,
    ...(item.source_url === null ? {} : { sourceUrl: item.source_url }),
    mediaFormat: item.format,
    locationAssociation: item.association,
    googleUrl: url,
    thumbnailUrl: url,
    createTime: item.createdAt,
    dimensions: { widthPixels: item.width, heightPixels: item.height },
    ...(item.description === null ? {} : { description: item.description }),
  };
}

/** https://developers.google.com/my-business/reference/rest/v4/accounts.locations.media (2024-10) */
const CATEGORIES = words(`
  COVER PROFILE LOGO EXTERIOR INTERIOR PRODUCT AT_WORK FOOD_AND_DRINK MENU COMMON_AREA ROOMS TEAMS ADDITIONAL
`);

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
