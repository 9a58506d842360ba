import { once } from "node:events";
import { request } from "node:http";
import { aFilm } from "../film.ts";
import type { UploadOrder, UploadsDone } from "../uploads.ts";

/** Uploads the same large video several times concurrently, like as many clients, and reports each result. */
const BOUNDARY = "----uploads";
const CHUNK_BYTES = 256 * 1024;

process.once("message", (order: UploadOrder) => void work(order));
process.once("disconnect", () => process.exit());

async function work(order: UploadOrder): Promise<void> {
  const body = multipart(await aFilm(order.bytes));
  const start = performance.now();
  const seconds = await Promise.all(Array.from({ length: order.files }, () => upload(order, body)));
  const done: UploadsDone = { seconds: (performance.now() - start) / 1000, each: seconds };
  process.send?.(done);
}

function multipart(file: Buffer): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="media"; filename="film.mp4"\r\nContent-Type: video/mp4\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

async function upload({ port, brandId, apiKey }: UploadOrder, body: Buffer): Promise<number> {
  const start = performance.now();
  const sent = request({
    host: "127.0.0.1",
    port,
    method: "POST",
    path: `/v1/brands/${brandId}/media`,
    headers: {
      Authorization: `Bearer ${apiKey}`,
      "Content-Type": `multipart/form-data; boundary=${BOUNDARY}`,
      "Content-Length": body.length,
    },
  });
  const answered = once(sent, "response");
  for (let at = 0; at < body.length; at += CHUNK_BYTES) {
    if (!sent.write(body.subarray(at, at + CHUNK_BYTES))) await once(sent, "drain");
  }
  sent.end();
  const [reply] = await answered;
  const chunks: Buffer[] = [];
  for await (const chunk of reply) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  if (reply.statusCode !== 201 || !text.includes(`"type":"video/mp4"`)) throw new Error(`${reply.statusCode} ${text}`);
  return (performance.now() - start) / 1000;
}
