import { readFile } from "node:fs/promises";
import type { App } from "../../app.ts";
import { StorageTrouble } from "../../ground/storage/storage.ts";
import type { ImageDemand, OutgoingMedia, PreparedImage } from "../../networks/connectors/connector.ts";
import { fitStored } from "./fit.ts";
import { newLocalFile } from "./local-copy.ts";
import type { StoredMedia } from "./stored.ts";
import { StreamedFile } from "./streamed-file.ts";
import { tryMedium } from "./trials.ts";

/** Media for connectors: bytes are read and links created only on demand. */
export function outgoingMedia(app: Ground, media: StoredMedia, { alt, link }: Given): OutgoingMedia {
  const { cover, part } = media;
  return {
    id: media.id,
    name: media.name,
    mime: media.mime,
    sizeBytes: media.sizeBytes,
    width: media.width,
    height: media.height,
    durationSeconds: media.durationSeconds,
    alt,
    ...(part === undefined ? {} : { part }),
    ...(cover === undefined ? {} : { cover: { picture: outgoingMedia(app, cover.picture, { alt: null, link }), seconds: cover.seconds } }),
    file: (name = namedByType(media)) => fileOf(app, { ...media, name }),
    url: () => link(media),
    image: (wanted) => imageOf(app, media, wanted),
  };
}

/** What videos are called: networks go by the name, and take an `.m4v` for something else than the MP4 that it is. */
const VIDEO_NAMES: Readonly<Record<string, RegExp>> = {
  "video/mp4": /\.mp4$/i,
  "video/quicktime": /\.(mov|qt)$/i,
  "video/webm": /\.webm$/i,
};
const VIDEO_ENDINGS: Readonly<Record<string, string>> = { "video/mp4": "mp4", "video/quicktime": "mov", "video/webm": "webm" };

function namedByType({ name, mime }: Pick<StoredMedia, "name" | "mime">): string {
  const ending = VIDEO_ENDINGS[mime];
  return ending === undefined || VIDEO_NAMES[mime]?.test(name) === true ? name : `${name.replace(/\.\w{1,5}$/, "")}.${ending}`;
}

interface Given {
  readonly alt: string | null;
  readonly link: (media: StoredMedia) => string;
}

/** Makes sure that the file is there before anything is sent: what breaks off in the middle may have had an effect. */
async function fileOf({ storage }: Ground, { storageKey, name, mime }: StoredMedia): Promise<File> {
  const size = await storage.sizeOf(storageKey);
  if (size === null) throw new StorageTrouble(`${name} is not in the storage`);
  return new StreamedFile({ name, type: mime, size, pieces: (range, room) => storage.pieces(storageKey, range, room) });
}

type Ground = Pick<App, "db" | "clock" | "log" | "storage">;

async function imageOf(app: Ground, media: StoredMedia, wanted: ImageDemand): Promise<PreparedImage | null | "unreadable"> {
  await using file = newLocalFile(app.storage);
  const fit = () => fitStored(app, { media, wanted, to: file.path });
  const made = await tryMedium(app, { mediaId: media.id, work: "image" }, fit).catch((error: unknown) => {
    // Whatever the reason the file cannot be opened, the platform has not been called.
    throw error instanceof StorageTrouble ? error : new StorageTrouble(`${media.name} could not be opened`, { cause: error });
  });
  if (made === "given up") return "unreadable";
  if (made === null) return null;
  const { mime, width, height } = made;
  return { bytes: await readFile(file.path), mime, width, height };
}
