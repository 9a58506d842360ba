import sharp from "sharp";

/** Builds ISO base media boxes by hand, for files that muxers do not write because they are obsolete or deliberately wrong. */
export function box(type: string, ...content: readonly (Uint8Array | number[])[]): Buffer<ArrayBuffer> {
  const bytes = Buffer.concat(content.map((part) => Uint8Array.from(part)));
  return Buffer.concat([u32(bytes.length + 8), Buffer.from(type, "latin1"), bytes]);
}

/** A box that claims a wrong size. */
export function lyingBox(type: string, claimed: number, content: Uint8Array = new Uint8Array()): Buffer<ArrayBuffer> {
  return Buffer.concat([u32(claimed), Buffer.from(type, "latin1"), content]);
}

export function fullBox(type: string, ...content: readonly (Uint8Array | number[])[]): Buffer<ArrayBuffer> {
  return box(type, u32(0), ...content);
}

export function u32(...values: readonly number[]): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * index);
  return bytes;
}

export function u16(...values: readonly number[]): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, 2 * index);
  return bytes;
}

export const FTYP_MP4 = box("ftyp", Buffer.from("isom"), u32(512), Buffer.from("isomiso2avc1mp41"));
export const FTYP_MOV = box("ftyp", Buffer.from("qt  "), u32(512), Buffer.from("qt  "));

export interface Tables {
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** Ticks of 600 a second. */
  readonly frameTicks: number;
  readonly sizes: readonly number[];
  readonly offset: number;
  /** Instead of the tables that belong to the sizes. */
  readonly stbl?: (described: Uint8Array) => Buffer<ArrayBuffer>;
}

const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/** The index of a file with one video track. */
export function moov({ codec, width, height, frameTicks, sizes, offset, stbl }: Tables): Buffer<ArrayBuffer> {
  const ticks = frameTicks * sizes.length;
  const entry = box(
    codec,
    new Uint8Array(6),
    u16(1),
    new Uint8Array(16),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    new Uint8Array(32),
    u16(24, 0xffff),
  );
  const described = fullBox("stsd", u32(1), entry);
  const tables =
    stbl?.(described) ??
    box(
      "stbl",
      described,
      fullBox("stts", u32(1, sizes.length, frameTicks)),
      fullBox("stsc", u32(1, 1, sizes.length, 1)),
      fullBox("stsz", u32(0, sizes.length, ...sizes)),
      fullBox("stco", u32(1, offset)),
    );
  const dinf = box("dinf", fullBox("dref", u32(1), box("url ", u32(1))));
  const minf = box("minf", box("vmhd", u32(1), new Uint8Array(8)), dinf, tables);
  const hdlr = fullBox("hdlr", u32(0), Buffer.from("vide"), new Uint8Array(12), [0]);
  const mdia = box("mdia", fullBox("mdhd", u32(0, 0, 600, ticks), u16(0x55c4, 0)), hdlr, minf);
  const tkhd = box("tkhd", u32(7, 0, 0, 1, 0, ticks, 0, 0), u16(0, 0, 0, 0), MATRIX, u32(width * 65536, height * 65536));
  const mvhd = fullBox("mvhd", u32(0, 0, 600, ticks, 0x10000), u16(0x100, 0), u32(0, 0), MATRIX, new Uint8Array(24), u32(2));
  return box("moov", mvhd, box("trak", tkhd, mdia));
}

/** A Motion JPEG video as from old cameras: playable, but accepted by no platform unchanged. */
export async function aMotionJpeg(seconds: number, framesPerSecond: number): Promise<Buffer<ArrayBuffer>> {
  const [width, height] = [320, 240];
  const frames = await Promise.all(
    Array.from({ length: 8 }, (_, frame) =>
      sharp({ create: { width, height, channels: 3, background: { r: 30 * frame, g: 80, b: 200 - 20 * frame } } })
        .jpeg({ quality: 60 })
        .toBuffer(),
    ),
  );
  const pictures = Array.from({ length: seconds * framesPerSecond }, (_, index) => frames[index % frames.length] ?? Buffer.alloc(0));
  const head = Buffer.concat([FTYP_MOV, u32(pictures.reduce((sum, { length }) => sum + length, 8)), Buffer.from("mdat")]);
  const index = moov({
    codec: "jpeg",
    width,
    height,
    frameTicks: 600 / framesPerSecond,
    sizes: pictures.map(({ length }) => length),
    offset: head.length,
  });
  return Buffer.concat([head, ...pictures, index]);
}

/** A film whose index goes on in this many pieces without a frame, each of which a reader has to look at. */
export function inPieces(index: Buffer, pieces: number): Buffer<ArrayBuffer> {
  const mvex = box("mvex", fullBox("trex", u32(1, 1, 0, 0, 0)));
  const piece = box("moof", fullBox("mfhd", u32(1)), box("traf", fullBox("tfhd", u32(1)), fullBox("trun", u32(0))));
  const begin = Buffer.concat([u32(index.length + mvex.length), index.subarray(4), mvex]);
  return Buffer.concat([FTYP_MP4, begin, ...Array.from({ length: pieces }, () => piece)]);
}
