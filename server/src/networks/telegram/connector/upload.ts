import type { OutgoingMedia } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import { fittedPicture } from "../../connectors/pictures.ts";
import { secondsFor } from "../../connectors/sending.ts";
import type { Rejected } from "../../connectors/signs.ts";
import type { Request } from "./api.ts";
import { type Bundle, isPicture, PHOTO_BYTES_MAX, PHOTO_EDGES_MAX } from "./bundles.ts";

/** The part of a request that carries files: the method, the fields that refer to them, the bytes. */
export type Upload = Pick<Request, "method" | "params"> & {
  readonly files: Readonly<Record<string, File>>;
  readonly timeoutSeconds: number;
};

/** Keeps rounding to whole pixels from exceeding the limit. */
const EDGES_MARGIN = 10;
const PHOTO_TYPES = ["image/jpeg", "image/png"];

/** Reads the files and makes pictures fit. An album's caption goes on its first item; clients show it below the album. */
export async function uploadOf(bundle: Bundle, caption: string): Promise<Upload | Rejected> {
  const contents: File[] = [];
  for (const file of bundle.files) {
    const content = await contentOf(file, bundle.kind);
    if ("kind" in content) return content;
    contents.push(content);
  }
  const timeoutSeconds = secondsFor(contents.reduce((sum, { size }) => sum + size, 0));
  const items = bundle.files.map((file, index) => ({
    type: typeOf(file, bundle.kind),
    rest: { ...(index === 0 && caption.trim() !== "" ? { caption } : {}), ...factsOf(file) },
  }));
  const [first, ...others] = items;
  if (first === undefined) throw new Error("A bundle has no files.");
  if (others.length === 0) {
    return {
      method: METHODS[first.type],
      params: first.rest,
      files: Object.fromEntries(contents.map((file) => [first.type, file])),
      timeoutSeconds,
    };
  }
  const media = items.map(({ type, rest }, index) => ({ type, media: `attach://file${index}`, ...rest }));
  const files = Object.fromEntries(contents.map((file, index) => [`file${index}`, file]));
  return { method: "sendMediaGroup", params: { media }, files, timeoutSeconds };
}

/** Checks that all pictures of the bundle can be made to fit, before anything is sent. */
export async function problemOfBundle(bundle: Bundle): Promise<Rejected | null> {
  for (const file of bundle.files.filter(isPicture)) {
    const content = await contentOf(file, bundle.kind);
    if ("kind" in content) return content;
  }
  return null;
}

const METHODS = { photo: "sendPhoto", video: "sendVideo", animation: "sendAnimation", document: "sendDocument" } as const;

function typeOf(file: OutgoingMedia, kind: Bundle["kind"]): keyof typeof METHODS {
  if (kind !== "visual") return kind;
  return isPicture(file) ? "photo" : "video";
}

async function contentOf(file: OutgoingMedia, kind: Bundle["kind"]): Promise<File | Rejected> {
  if (!isPicture(file)) return file.file();
  const maxPixels = kind === "visual" ? pixelsMax(file) : null;
  const demand = { types: PHOTO_TYPES, maxBytes: PHOTO_BYTES_MAX, ...(maxPixels === null ? {} : { maxPixels }) };
  const fitted = await fittedPicture(file, { network: "Telegram", demand });
  if ("kind" in fitted) return fitted;
  const { file: picture, image } = fitted;
  if (kind === "visual" && image !== null && image.width + image.height > PHOTO_EDGES_MAX) {
    return {
      kind: "rejected",
      reason: `The image ${file.name} cannot be made to fit what Telegram takes.`,
    };
  }
  return new File([picture], `${file.name.replace(/\.\w+$/, "")}.${picture.type === "image/png" ? "png" : "jpg"}`, { type: picture.type });
}

/** The limit is on width plus height; at a given aspect ratio that is a pixel count. Null if the picture is well below it. */
function pixelsMax({ width, height }: OutgoingMedia): number | null {
  if (width === null || height === null || width + height <= PHOTO_EDGES_MAX) return null;
  const scale = (PHOTO_EDGES_MAX - EDGES_MARGIN) / (width + height);
  return Math.floor(width * height * scale * scale);
}

/** Without width, height and duration, clients show a square of unknown length until the video has loaded. */
function factsOf({ mime, width, height, durationSeconds }: OutgoingMedia): Record<string, Json> {
  if (!mime.startsWith("video/")) return {};
  return {
    supports_streaming: true,
    ...(width === null || height === null ? {} : { width, height }),
    ...(durationSeconds === null ? {} : { duration: Math.round(durationSeconds) }),
  };
}
