import { deflateSync } from "node:zlib";

/** Small valid files of every type the tests upload, built byte by byte. */

export type FileKind = "jpeg" | "png" | "bmp" | "mp4" | "mov" | "pdf" | "gif" | "webp" | "svg" | "html" | "text" | "zip";

/** A JPEG of one pixel. */
const JPEG =
  "/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAABAAEDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAABv/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKQAI2f/2Q==";
const GIF = "R0lGODlhAQABAIAAAExpcch4KCH5BAUAAAAALAAAAAABAAEAAAICTAEAOw==";
const WEBP = "UklGRjoAAABXRUJQVlA4IC4AAADQAQCdASoBAAEAAUAmJaACdLoB+AADsAD+pNf/TSPGkeNI+Yt/84ljqd3aAAAA";

export function fileOf(kind: FileKind): Buffer<ArrayBuffer> {
  switch (kind) {
    case "jpeg":
      return Buffer.from(JPEG, "base64");
    case "gif":
      return Buffer.from(GIF, "base64");
    case "webp":
      return Buffer.from(WEBP, "base64");
    case "png":
      return png();
    case "bmp":
      return bmp();
    case "mp4":
      return movie("isom", ["isom", "iso2", "mp41"]);
    case "mov":
      return movie("qt  ", ["qt  "]);
    case "pdf":
      return pdf("");
    case "svg":
      return Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
    case "html":
      return Buffer.from("<!doctype html><title>Page</title><p>Hello");
    case "text":
      return Buffer.from("Just some words.");
    case "zip":
      return Buffer.concat([Buffer.from("PK\x05\x06", "latin1"), Buffer.alloc(18)]);
  }
}

/** A PDF of one empty page, padded with a comment. */
export function pdf(filling: string): Buffer<ArrayBuffer> {
  const head = "%PDF-1.4\n%âãÏÓ\n";
  const objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>"];
  let body = `${head}%${filling}\n`;
  const offsets = objects.map((text, index) => {
    const offset = Buffer.byteLength(body);
    body += `${index + 1} 0 obj${text}endobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const start = Buffer.byteLength(body);
  body += `xref\n0 4\n0000000000 65535 f \n${offsets.join("")}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body);
}

function png(): Buffer<ArrayBuffer> {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const pixels = deflateSync(Buffer.from([0, 200, 120, 40]));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

/** The check sum of PNG (ISO 3309). */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function bmp(): Buffer<ArrayBuffer> {
  const file = Buffer.alloc(58);
  file.write("BM", 0, "latin1");
  file.writeUInt32LE(58, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(1, 18);
  file.writeInt32LE(1, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  file.writeUInt32LE(4, 34);
  return file;
}

/** An ISO media file with a header and no track. */
function movie(brand: string, compatible: readonly string[]): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(100);
  header.writeUInt32BE(1000, 12);
  header.writeUInt32BE(1000, 16);
  header.writeUInt32BE(0x00010000, 20);
  header.writeUInt16BE(0x0100, 24);
  header.writeUInt32BE(0x00010000, 36);
  header.writeUInt32BE(0x00010000, 52);
  header.writeUInt32BE(0x40000000, 68);
  header.writeUInt32BE(2, 96);
  const type = Buffer.concat([Buffer.from(brand, "latin1"), uint32(512), ...compatible.map((one) => Buffer.from(one, "latin1"))]);
  return Buffer.concat([box("ftyp", type), box("moov", box("mvhd", header)), box("mdat", Buffer.alloc(16))]);
}

function box(type: string, content: Buffer): Buffer {
  return Buffer.concat([uint32(content.length + 8), Buffer.from(type, "latin1"), content]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
