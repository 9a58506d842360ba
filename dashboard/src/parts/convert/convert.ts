import { stemOf } from "../stem-of.ts";
import { type ForeignKind, foreignKind, HEAD_BYTES, isMoving } from "./kinds.ts";

/** What is sent of a file that somebody gave. */
export interface Converted {
  readonly file: File;
  /** `same`: as it was given. `film`: of a picture that moves a video. `still`: its first picture, where that cannot be had. */
  readonly became: "same" | "picture" | "film" | "still";
}

const QUALITY = 0.92;

/**
 * Every network takes JPEG or PNG, and hardly one takes WebP, HEIC, AVIF or GIF: a picture in such a form is made into one of these before
 * it is sent, and one that moves into a video. Rejects with null where this browser cannot read it.
 */
export async function convert(file: File): Promise<Converted> {
  const kind = foreignKind(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  if (kind === null) return { file, became: "same" };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const moves = isMoving(bytes, kind);
  const film = moves ? await movingOf(bytes, kind, file.name) : null;
  if (film !== null) return { file: film, became: "film" };
  const picture = await createImageBitmap(file).catch(() => (kind === "heic" ? readHeic(bytes) : Promise.reject(null)));
  try {
    return { file: await drawn(picture, file.name), became: moves ? "still" : "picture" };
  } finally {
    picture.close();
  }
}

/** What makes videos is large, and needed rarely. Null if it cannot be had here. */
async function movingOf(bytes: Uint8Array<ArrayBuffer>, kind: ForeignKind, name: string): Promise<File | null> {
  try {
    const { filmOf } = await import("./film.ts");
    return await filmOf(bytes, `image/${kind}`, name);
  } catch {
    return null;
  }
}

/** A browser that does not know HEIC gets a reader for it, which is large: in a thread of its own, only when it is needed. */
async function readHeic(bytes: Uint8Array<ArrayBuffer>): Promise<ImageBitmap> {
  const worker = new Worker(new URL("./heic-worker.ts", import.meta.url), { type: "module" });
  try {
    const read = await new Promise<ImageData | null>((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = () => resolve(null);
      worker.postMessage(bytes);
    });
    if (read === null) throw null;
    return await createImageBitmap(read);
  } finally {
    worker.terminate();
  }
}

async function drawn(picture: ImageBitmap, name: string): Promise<File> {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext("2d");
  if (context === null) throw null;
  context.drawImage(picture, 0, 0);
  const type = isClear(context.getImageData(0, 0, canvas.width, canvas.height)) ? "image/png" : "image/jpeg";
  const blob = await canvas.convertToBlob({ type, quality: QUALITY });
  return new File([blob], `${stemOf(name)}.${type === "image/png" ? "png" : "jpg"}`, { type });
}

/** Whether something shines through it, which a JPEG cannot show. */
function isClear({ data }: ImageData): boolean {
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 255) < 255) return true;
  return false;
}
