import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import sharp from "sharp";
import { fetchMedia } from "./fetch-media.ts";
import { type Ground, openGround, plainNetwork } from "./testing/ground.ts";

const png = await sharp({ create: { width: 8, height: 6, channels: 3, background: "#080" } })
  .png()
  .toBuffer();

let ground: Ground;
before(async () => {
  ground = await openGround(
    plainNetwork(() => {}),
    (app) => {
      app.get("/media/1/photo.jpg", (_request, reply) => reply.type("image/jpeg").send(png));
      app.get("/media/1/moved.jpg", (_request, reply) => reply.redirect("/media/1/photo.jpg"));
    },
  );
});
after(() => ground[Symbol.asyncDispose]());

const fetched = (url: string, bytesMax = 1_000_000) => fetchMedia(ground.world, { url, bytesMax });

test("media are fetched by the service's own links, whatever host these name, and recognised by their bytes", async () => {
  const file = await fetched("https://social.example/media/1/photo.jpg");
  assert.ok(file.kind === "fetched");
  assert.deepEqual([file.mime, Buffer.from(file.bytes).equals(png)], ["image/png", true]);
});

test("other links are not followed, and redirects, errors and files that are too large fail", async () => {
  assert.deepEqual(await fetched("https://social.example/photo.jpg"), { kind: "foreign" });
  assert.deepEqual(await fetched("https://social.example/media/1/photo.jpg?x=/y"), { kind: "foreign" });
  for (const name of ["moved.jpg", "missing.jpg"]) {
    assert.deepEqual(await fetched(`https://social.example/media/1/${name}`), { kind: "unreachable" });
  }
  assert.deepEqual(await fetched("https://social.example/media/1/photo.jpg", png.byteLength - 1), { kind: "unreachable" });
});
