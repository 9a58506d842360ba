import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { apart } from "../../ground/decoding/apart.ts";
import { PICTURES } from "../../ground/decoding/lanes.ts";
import { Refused, refuse } from "../../ground/refusal.ts";
import type { Entering } from "../../ground/viewer.ts";
import type { cropImage } from "./cut.ts";
import { describe } from "./describe.ts";
import { inspectFile } from "./inspect.ts";
import { discardFiles, holdRoom, keepMedia, storeFile } from "./keep.ts";
import { localCopy, newLocalFile } from "./local-copy.ts";
import { croppedName } from "./rules.ts";
import { findStoredMedium, type StoredMedia } from "./stored.ts";
import { GIVEN_UP, tryMedium } from "./trials.ts";

const cropApart = apart<typeof cropImage>(PICTURES, import.meta, { file: "cut", name: "cropImage" });

/** What is cut is held whole, more than once: more would use up the trials of the picture itself. */
const PART_PIXELS_MAX = 100_000_000;

/** Makes a file of a part of a picture; the picture itself stays as it is. */
export async function cropMedia(
  app: App,
  { brandId, body }: PrivateInput<"cropMedia">,
  { again }: Entering,
): Promise<PrivateOutput<"cropMedia">> {
  const medium = await findStoredMedium(app.db, { brandId, id: body.mediaId });
  if (medium === null) return refuse(404, "mediaId", "This file is not in the brand. It may have been deleted.");
  if (!medium.mime.startsWith("image/")) return refuse(422, "mediaId", "Only pictures can be cropped.");
  if (body.width * body.height > PART_PIXELS_MAX) {
    return refuse(422, "width", `The part must not have more than ${PART_PIXELS_MAX / 1_000_000} million pixels.`);
  }
  await using made = newLocalFile(app.storage);
  await cut(app, { medium, part: body, to: made.path });
  await again();
  const id = await keep(app, { brandId, path: made.path, name: medium.name });
  const [described] = await describe(app, { brandId, ids: [id] });
  return described ?? refuse(404, "mediaId", "The cropped file has been deleted meanwhile.");
}

interface Cut {
  readonly medium: StoredMedia;
  readonly part: PrivateInput<"cropMedia">["body"];
  readonly to: string;
}

async function cut(app: App, { medium, part, to }: Cut): Promise<void> {
  await using source = await localCopy(app.storage, medium.storageKey);
  const made = await tryMedium(app, { mediaId: medium.id, work: "image" }, async () => {
    const decoded = await cropApart({ from: source.path, to, mime: medium.mime, part });
    return decoded.kind === "decoded" ? decoded.value : { ended: decoded.how };
  });
  switch (made) {
    case "made":
      return;
    case "outside":
      return refuse(422, "width", "The part must lie within the picture.");
    case "unreadable":
      return refuse(422, "mediaId", `The picture ${medium.name} cannot be read.`);
    case "given up":
      return refuse(422, "mediaId", `The picture ${medium.name} cannot be cropped: ${GIVEN_UP}.`);
  }
}

async function keep(
  app: App,
  { brandId, path, name }: { readonly brandId: number; readonly path: string; readonly name: string },
): Promise<string> {
  const facts = await inspectFile(path);
  if (facts === null) throw new Error("A cropped picture has a type that is not accepted.");
  await holdRoom(app, { brandId, files: [{ facts }] });
  const file = await storeFile(app, { path, fileName: croppedName(name, facts.mime), facts });
  const media = await keepMedia(app, app.db, { brandId, file }).catch(async (error: unknown) => {
    if (error instanceof Refused) await discardFiles(app, [file]);
    throw error;
  });
  return media.id;
}
