import { foreignKind, HEAD_BYTES, isMoving } from "./kinds.ts";

/** What is sent of a file that somebody gave. */
export interface Converted {
  readonly file: File;
  /** `same`: as it was given. `still`: the first picture of one that moves. */
  readonly became: "same" | "picture" | "still";
}

const QUALITY = 0.92;

/**
 * Every network takes JPEG or PNG, and hardly one takes WebP, HEIC, AVIF or GIF: a picture in such a form is made into one of these before
 * it is sent. Rejects with null where this browser cannot read it.
 */
export async function convert(file: File): Promise<Converted> {
  const kind = foreignKind(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  if (kind === null) return { file, became: "same" };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const picture = await createImageBitmap(file).catch(() => (kind === "heic" ? readHeic(bytes) : Promise.reject(null)));
  try {
    return { file: await drawn(picture, file.name), became: isMoving(bytes, kind) ? "still" : "picture" };
  } finally {
    picture.close();
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
  return new File([blob], `${name.replace(/\.\w{1,5}$/, "")}.${type === "image/png" ? "png" : "jpg"}`, { type });
}

/** Whether something shines through it, which a JPEG cannot show. */
function isClear({ data }: ImageData): boolean {
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 255) < 255) return true;
  return false;
}
