import type { ChannelType } from "@rostrum/contract/channels.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import sharp from "sharp";
import { StreamedFile } from "../brands/media/streamed-file.ts";
import type { ByteRange } from "../ground/storage/storage.ts";
import { must, type Place } from "./builders.ts";
import type { Stage } from "./stage.ts";
import { aVideoFile } from "./videos.ts";

/** A picture of one colour. */
export async function aPicture(colour = "#c80"): Promise<Buffer<ArrayBuffer>> {
  const made = await sharp({ create: { width: 640, height: 480, channels: 3, background: colour } })
    .png()
    .toBuffer();
  return Buffer.from(made);
}

/** A grainy one, which is large enough for every network: some take none of less than 10 kB. */
export async function aPhoto({ width = 640, height = 480 } = {}): Promise<Buffer<ArrayBuffer>> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 30 };
  const made = await sharp({ create: { width, height, channels: 3, background: "#c80", noise } })
    .jpeg()
    .toBuffer();
  return Buffer.from(made);
}

/** Uploads a file to the place's brand and returns its id. */
export async function uploaded(stage: Stage, place: Place, file: { bytes: Uint8Array<ArrayBuffer>; name: string }): Promise<string> {
  const form = new FormData();
  form.set("media", new Blob([file.bytes]), file.name);
  const reply = await fetch(`${stage.url}/v1/brands/${place.brandId}/media`, {
    method: "POST",
    headers: { Authorization: `Bearer ${place.person.key}` },
    body: form,
  });
  return (await must(reply.json().then((body) => ({ status: reply.status, headers: reply.headers, body })))).id;
}

/** What a post for this network needs beside its text: a picture or, where it takes none, a video. */
export async function neededMedia(stage: Stage, place: Place, type: ChannelType): Promise<{ readonly media?: readonly { id: string }[] }> {
  if (platforms[type].textAlone) return {};
  const takesPictures = platforms[type].media.images.max > 0;
  const file = takesPictures
    ? { bytes: await aPicture(), name: "bread.png" }
    : { bytes: await aVideoFile({ seconds: 1 }), name: "bread.mp4" };
  return { media: [{ id: await uploaded(stage, place, file) }] };
}

/** The file of an outgoing medium as connectors get it from the service: its bytes are there only when they are read. */
export function streamed(bytes: Uint8Array, { name, type }: { readonly name: string; readonly type: string }): File {
  async function* pieces({ start, end }: ByteRange) {
    yield new Uint8Array(bytes.subarray(start, end + 1));
  }
  return new StreamedFile({ name, type, size: bytes.length, pieces });
}
