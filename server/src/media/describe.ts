import type { DescribedMedium } from "@rostrum/contract/private/writing.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../app.ts";
import { mediaLink } from "./link.ts";
import { findMedia } from "./store.ts";
import { findStoredMedia } from "./stored.ts";

export async function describeMedia(app: App, { brandId, body }: PrivateInput<"describeMedia">): Promise<PrivateOutput<"describeMedia">> {
  return describe(app, { brandId, ids: body.ids });
}

/** Files of a brand in the order of the ids, with the path that shows each; those that are gone are left out. */
export async function describe(
  app: Pick<App, "db" | "config" | "clock" | "secrets">,
  { brandId, ids }: { readonly brandId: number; readonly ids: readonly string[] },
): Promise<DescribedMedium[]> {
  const found = new Set((await findMedia(app.db, { brandId, ids })).map(({ id }) => id));
  const media = await findStoredMedia(app.db, { brandId, ids: ids.filter((id) => found.has(id)) });
  return media.map(({ id, name, mime, sizeBytes, width, height, durationSeconds, facts }) => ({
    id,
    name,
    mime,
    sizeBytes,
    width,
    height,
    durationSeconds,
    facts,
    path: new URL(mediaLink(app, { brandId, id, name })).pathname,
  }));
}
