import sharp from "sharp";
import { aBitmap } from "../../server/src/testing/bitmaps.ts";
import { aMotionJpeg } from "../../server/src/testing/boxes.ts";
import { aVideoFile } from "../../server/src/testing/videos.ts";
import { fileOf, pdf } from "../blackbox/support/files.ts";

/** Small valid files of every kind, and bombs: small ones that grow. */
export interface Samples {
  readonly whole: Readonly<Record<string, Buffer>>;
  readonly bombs: Readonly<Record<string, Buffer>>;
}

export async function samples(): Promise<Samples> {
  const noise = sharp({
    create: { width: 64, height: 48, channels: 3, background: "#c80", noise: { type: "gaussian", mean: 128, sigma: 40 } },
  });
  const flat = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: "#c80" }, limitInputPixels: false });
  const palette = [
    [1, 2, 3],
    [200, 10, 10],
  ] as const;
  return {
    whole: {
      png: await noise.clone().png().toBuffer(),
      jpeg: await noise.clone().jpeg({ progressive: true }).toBuffer(),
      gif: await noise.clone().gif().toBuffer(),
      webp: await noise.clone().webp().toBuffer(),
      tiff: await noise.clone().tiff().toBuffer(),
      avif: await noise.clone().avif({ effort: 0 }).toBuffer(),
      bmp: aBitmap({ width: 16, height: 16, bits: 8, palette, data: Buffer.alloc(256) }),
      bmpRuns: aBitmap({
        width: 16,
        height: 16,
        bits: 8,
        palette,
        compression: 1,
        data: Buffer.from([16, 1, 0, 0, 0, 2, 3, 3, 4, 1, 0, 1]),
      }),
      mp4: await aVideoFile({ seconds: 1 }),
      fragments: await aVideoFile({ seconds: 1, index: "fragmented" }),
      mov: await aVideoFile({ seconds: 1, container: "mov" }),
      webm: await aVideoFile({ seconds: 1, container: "webm", codec: "vp9", audio: "opus" }),
      motion: await aMotionJpeg(1, 5),
      pdf: pdf("filling"),
      zip: fileOf("zip"),
      svg: fileOf("svg"),
      html: fileOf("html"),
    },
    bombs: {
      png: await flat(5000).png({ compressionLevel: 9 }).toBuffer(),
      jpeg: await flat(4000).jpeg({ quality: 1 }).toBuffer(),
      gif: await flat(1500).gif({ effort: 1 }).toBuffer(),
      webp: await flat(2000).webp({ lossless: true, effort: 0 }).toBuffer(),
      bmp: aBitmap({ width: 6000, height: 6000, bits: 8, palette, compression: 1, colours: 0xffffffff, data: Buffer.alloc(100) }),
      pdf: Buffer.from(`%PDF-1.7\n${"1 0 obj<</A ".repeat(20_000)}%%EOF`),
      boxes: Buffer.concat([
        await aVideoFile({ seconds: 1 }),
        ...Array.from({ length: 20_000 }, () => Buffer.from("\0\0\0\x08free", "latin1")),
      ]),
    },
  };
}
