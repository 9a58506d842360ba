import { type ImageDemand, type OutgoingMedia, type PreparedImage, unreadable } from "./connector.ts";
import type { Rejected } from "./signs.ts";

/** What a network takes of a picture, and as what sentences name the network. */
export interface Fit {
  readonly network: string;
  readonly demand: ImageDemand;
  /** Whether a GIF that is small enough goes as it is: converting it would end its movement. */
  readonly takesGifs?: boolean;
}

interface Fitted {
  readonly file: File;
  /** What the file is; null for one that goes as it is. */
  readonly image: PreparedImage | null;
}

/** A picture as the network takes it. */
export async function fittedPicture(medium: OutgoingMedia, { network, demand, takesGifs = false }: Fit): Promise<Fitted | Rejected> {
  const isMoving = takesGifs && medium.mime === "image/gif" && medium.sizeBytes <= demand.maxBytes;
  if (isMoving) return { file: await medium.file("upload.gif"), image: null };
  const image = await medium.image(demand);
  if (image === "unreadable") return unreadable(medium);
  if (image === null)
    return {
      kind: "rejected",
      reason: `The image ${medium.name} cannot be made to fit the ${demand.maxBytes} bytes that ${network} takes.`,
    };
  return { file: new File([new Uint8Array(image.bytes)], `upload.${image.mime.replace("image/", "")}`, { type: image.mime }), image };
}

/** Sends a picture, and once more half as large if it is too large: a server may take less than it tells, or the proxy before it. */
export async function sendPicture<Answer>(
  medium: OutgoingMedia,
  fit: Fit,
  { send, isTooLarge }: { send(fitted: Fitted): Promise<Answer>; isTooLarge(answer: NoInfer<Answer>): boolean },
): Promise<Answer | Rejected> {
  const first = await fittedPicture(medium, fit);
  if ("kind" in first) return first;
  const answer = await send(first);
  if (first.image === null || !isTooLarge(answer)) return answer;
  const smaller = await fittedPicture(medium, { ...fit, demand: half(first.image) });
  return "kind" in smaller ? answer : send(smaller);
}

function half({ bytes, mime, width, height }: PreparedImage): ImageDemand {
  return { types: [mime], maxBytes: Math.floor(bytes.length / 2), maxPixels: Math.floor((width * height) / 2) };
}

const TOO_LARGE = 413;

/** Whether a server, or what stands before it, says that a request has too many bytes. */
export function hasTooManyBytes(answer: object): boolean {
  return "kind" in answer && answer.kind === "refused" && "status" in answer && answer.status === TOO_LARGE;
}
