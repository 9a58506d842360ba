/** A bitmap as described by its header, which its data may contradict. */
export interface BitmapWish {
  readonly width: number;
  /** Negative for top-down rows. */
  readonly height: number;
  readonly bits: 1 | 4 | 8 | 16 | 24 | 32;
  readonly data: Uint8Array;
  /** 0 none, 1 run lengths of eight bits, 2 of four, 3 masks. */
  readonly compression?: number;
  readonly masks?: readonly number[];
  /** Red, green and blue. */
  readonly palette?: readonly (readonly [number, number, number])[];
  /** The palette length in the header. */
  readonly colours?: number;
  /** Bytes between palette and data. */
  readonly gap?: number;
}

const FILE_HEAD_BYTES = 14;
const HEAD_BYTES = 40;

export function aBitmap(wish: BitmapWish): Buffer<ArrayBuffer> {
  const { width, height, bits, data, compression = 0, masks = [], palette = [], colours = palette.length, gap = 0 } = wish;
  const head = Buffer.alloc(FILE_HEAD_BYTES + HEAD_BYTES);
  const between = Buffer.alloc(masks.length * 4 + palette.length * 4 + gap);
  for (const [index, mask] of masks.entries()) between.writeUInt32LE(mask, index * 4);
  for (const [index, [red, green, blue]] of palette.entries()) between.set([blue, green, red], masks.length * 4 + index * 4);
  head.write("BM");
  head.writeUInt32LE(head.length + between.length + data.length, 2);
  head.writeUInt32LE(head.length + between.length, 10);
  head.writeUInt32LE(HEAD_BYTES, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(bits, 28);
  head.writeUInt32LE(compression, 30);
  head.writeUInt32LE(data.length, 34);
  head.writeUInt32LE(colours, 46);
  return Buffer.concat([head, between, data]);
}
