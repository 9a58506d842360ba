import type { DescribedMedium } from "@rostrum/contract/private/writing.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { lastingMediaPath } from "./link.ts";
import { findDescriptions } from "./store.ts";
import { findStoredMedia } from "./stored.ts";
import { thumbnails } from "./thumbnail.ts";

export async function describeMedia(app: App, { brandId, body }: PrivateInput<"describeMedia">): Promise<PrivateOutput<"describeMedia">> {
  return describe(app, { brandId, ids: body.ids });
}

/** Files of a brand in the order of the ids, with the path that shows each; those that are gone are left out. */
export async function describe(
  app: Pick<App, "db" | "config" | "clock" | "secrets">,
  { brandId, ids }: { readonly brandId: number; readonly ids: readonly string[] },
): Promise<DescribedMedium[]> {
  const found = await findDescriptions(app.db, { brandId, ids });
  const media = await findStoredMedia(app.db, { brandId, ids: ids.filter((id) => found.has(id)) });
  const thumbnailOf = await thumbnails(app);
  return media.map(({ id, name, mime, sizeBytes, width, height, durationSeconds, facts }) => ({
    id,
    name,
    mime,
    sizeBytes,
    width,
    height,
    durationSeconds,
    facts,
    description: found.get(id) ?? null,
    path: lastingMediaPath(app, { brandId, id, name }),
    thumbnailUrl: thumbnailOf({ brandId, id, name, mime }),
  }));
}
