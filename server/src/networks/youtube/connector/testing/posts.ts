import { StreamedFile } from "../../../../brands/media/streamed-file.ts";
import type { ByteRange, Room } from "../../../../ground/storage/storage.ts";
import { streamed } from "../../../../testing/media.ts";
import { aVideoFile } from "../../../../testing/videos.ts";
import type { OutgoingMedia, OutgoingPost } from "../../../connectors/connector.ts";
import { aPost as aTextPost } from "../../../connectors/testing/posts.ts";

const WIDE = await aVideoFile({ seconds: 1, width: 640, height: 360, audio: null });
const TALL = await aVideoFile({ seconds: 1, width: 360, height: 640, audio: null });

/** A post with one wide video by default. */
export function aPost(fields: Partial<OutgoingPost> = {}): OutgoingPost {
  return aTextPost({ type: "VIDEO", title: "Croissants", text: "From 7 a.m.\n\n#bread", media: [aVideo()], ...fields });
}

export function aVideo(fields: Partial<OutgoingMedia> = {}): OutgoingMedia {
  return { ...aMedium(WIDE), width: 640, height: 360, ...fields };
}

/** Upright and short enough to become a Short. */
export function aTallVideo(fields: Partial<OutgoingMedia> = {}): OutgoingMedia {
  return { ...aMedium(TALL), width: 360, height: 640, ...fields };
}

/** A video of so many bytes, most of which exist only while they are sent; `rooms` tells in which pieces of memory. */
export function aLargeVideo(sizeBytes: number, rooms = new Set<ArrayBuffer>()): OutgoingMedia {
  const free = Buffer.alloc(8);
  free.writeUInt32BE(sizeBytes - WIDE.length, 0);
  free.write("free", 4, "latin1");
  const head = Buffer.concat([WIDE, free]);
  async function* pieces({ start, end }: ByteRange, room: Room): AsyncIterable<Uint8Array<ArrayBuffer>> {
    for (let at = start; at <= end; ) {
      const piece = room();
      rooms.add(piece.buffer);
      const length = Math.min(piece.length, end + 1 - at);
      for (let index = 0; index < length; index += 1) piece[index] = head[at + index] ?? byteAt(at + index);
      yield piece.subarray(0, length);
      at += length;
    }
  }
  const file = async (name = "long.mp4") => new StreamedFile({ name, type: "video/mp4", size: sizeBytes, pieces });
  return { ...aVideo(), name: "long.mp4", sizeBytes, file };
}

/** So that bytes at a wrong place are noticed. */
export function byteAt(position: number): number {
  return (position * 31 + (position >>> 16)) & 0xff;
}

function aMedium(bytes: Uint8Array): OutgoingMedia {
  return {
    id: crypto.randomUUID(),
    name: "oven.mp4",
    mime: "video/mp4",
    sizeBytes: bytes.length,
    width: null,
    height: null,
    durationSeconds: 1,
    alt: null,
    file: async (name = "oven.mp4") => streamed(bytes, { name, type: "video/mp4" }),
    url: () => "https://media.example/file",
    image: async () => null,
  };
}
