import assert from "node:assert/strict";
import { request } from "node:http";
import { before, describe, test } from "node:test";
import { apiOf, checked, dataOf, pageOf, type Reply } from "./support/api.ts";
import { assertInvalid, assertNoBrand, assertRefused, assertStatus } from "./support/expect.ts";
import { type FileKind, fileOf } from "./support/files.ts";
import { assertPages, NO_IDS, PAGE_MISTAKES } from "./support/lists.ts";
import * as resources from "./support/resources.ts";
import { sharedService } from "./support/service.ts";
import { aMember, aWorkspace, type Workspace } from "./support/stage.ts";
import { anUpload, type Part, sendForm } from "./support/upload.ts";

const ACCEPTED: readonly (readonly [FileKind, string, string])[] = [
  ["jpeg", "jpg", "image/jpeg"],
  ["jpeg", "jpeg", "image/jpeg"],
  ["png", "png", "image/png"],
  ["bmp", "bmp", "image/bmp"],
  ["mp4", "mp4", "video/mp4"],
  ["mov", "mov", "video/quicktime"],
  ["pdf", "pdf", "application/pdf"],
];

describe("POST /brands/{brand_id}/media", () => {
  let of: Workspace;
  before(async () => {
    of = await aWorkspace();
  });
  const upload = (parts: readonly Part[], workspace = of) => sendForm(workspace.api, `${workspace.brand}/media`, parts);
  const newest = async (workspace = of) => pageOf(await workspace.api.get(`${workspace.brand}/media`), resources.mediaItem).data[0];

  for (const [kind, extension, type] of ACCEPTED) {
    test(`a .${extension} file is accepted: 201 with id, type ${type} and size in bytes`, async () => {
      const bytes = fileOf(kind);
      const read = dataOf(await upload([{ bytes, name: `photo.${extension}`, type }]), resources.uploaded);
      assert.deepEqual([read.type, read.size], [type, bytes.length]);
      const item = await newest();
      assert.deepEqual([item?.id, item?.name, item?.type, item?.size], [read.id, `photo.${extension}`, type, bytes.length]);
    });
  }

  test("media ids are opaque texts, not sequential numbers", async () => {
    const [one, two] = [await anUpload(of, "png"), await anUpload(of, "png")];
    assert.notEqual(one, two);
    assert.doesNotMatch(one, /^\d+$/);
  });

  test("the type is determined by the bytes: a wrong extension and a wrong declared type do not matter", async () => {
    const read = dataOf(await upload([{ bytes: fileOf("png"), name: "film.mp4", type: "video/mp4" }]), resources.uploaded);
    assert.equal(read.type, "image/png");
    assert.equal(
      dataOf(await upload([{ bytes: fileOf("jpeg"), name: "page.html", type: "text/html" }]), resources.uploaded).type,
      "image/jpeg",
    );
    assert.equal(
      dataOf(await upload([{ bytes: fileOf("pdf"), name: "noextension", type: "" }]), resources.uploaded).type,
      "application/pdf",
    );
  });

  for (const kind of ["webp", "gif", "svg", "html", "text", "zip"] as const) {
    test(`a ${kind} file answers 422 on media, also when it is called photo.jpg`, async () => {
      assertInvalid(await upload([{ bytes: fileOf(kind), name: `file.${kind}` }]), ["media"]);
      assertInvalid(await upload([{ bytes: fileOf(kind), name: "photo.jpg", type: "image/jpeg" }]), ["media"]);
    });
  }

  test("an empty file answers 422 on media", async () => {
    assertInvalid(await upload([{ bytes: new Uint8Array(0), name: "photo.jpg", type: "image/jpeg" }]), ["media"]);
  });

  test("a form without a file answers 422 on media", async () => {
    assertInvalid(await upload([{ field: "other", bytes: "text" }]), ["media"]);
  });

  test("a file in another field answers 422 on media", async () => {
    assertInvalid(await upload([{ field: "file", bytes: fileOf("png"), name: "a.png" }]), ["media"]);
  });

  test("text in the field media answers 422 on media", async () => {
    assertInvalid(await upload([{ bytes: "https://shop.example/croissant.jpg" }]), ["media"]);
  });

  test("two files answer 422 on media, and neither is kept", async () => {
    const workspace = await aWorkspace();
    const two = [
      { bytes: fileOf("png"), name: "a.png" },
      { bytes: fileOf("jpeg"), name: "b.jpg" },
    ];
    assertInvalid(await upload(two, workspace), ["media"]);
    assert.equal(await newest(workspace), undefined);
  });

  test("other plain fields next to the file are ignored", async () => {
    assertStatus(
      await upload([
        { field: "title", bytes: "x" },
        { bytes: fileOf("png"), name: "a.png" },
        { field: "z", bytes: "y" },
      ]),
      201,
    );
  });

  test("a refused file is not kept", async () => {
    const workspace = await aWorkspace();
    assertInvalid(await upload([{ bytes: fileOf("webp"), name: "a.webp" }], workspace), ["media"]);
    assert.equal(await newest(workspace), undefined);
  });

  const names: readonly (readonly [string, string])[] = [
    ["../../etc/passwd.png", "passwd.png"],
    ["/var/tmp/photo.png", "photo.png"],
    ["C:\\Users\\ada\\photo.png", "photo.png"],
    ["Gebäck 🥐 (1).png", "Gebäck 🥐 (1).png"],
    ["<b>&amp;.png", "<b>&amp;.png"],
  ];
  for (const [sent, kept] of names) {
    test(`the file name ${JSON.stringify(sent)} is kept as ${JSON.stringify(kept)}`, async () => {
      await upload([{ bytes: fileOf("png"), name: sent }]);
      assert.equal((await newest())?.name, kept);
    });
  }

  test("a file name is kept without control characters and with at most 255 code points", async () => {
    await upload([{ bytes: fileOf("png"), name: `a\u0007b\u001b${"🥐".repeat(300)}` }]);
    const name = (await newest())?.name ?? "";
    assert.doesNotMatch(name, /\p{Cc}/u);
    assert.ok(name.startsWith("ab🥐"));
    assert.equal([...name].length, 255);
  });

  test("a JSON body answers 415 with errors.body", async () => {
    assertRefused(await of.api.post(`${of.brand}/media`, { media: "x" }), 415, "body");
  });

  test("a multipart body that ends early answers 4xx, not 500", async () => {
    const headers = { "Content-Type": "multipart/form-data; boundary=x" };
    const body = '--x\r\nContent-Disposition: form-data; name="media"; filename="a.png"\r\n\r\nabc';
    const reply = await of.api.send("POST", `${of.brand}/media`, { headers, body });
    assert.ok([400, 422].includes(reply.status), `${reply.status}`);
  });

  test("a multipart body without a boundary answers 4xx, not 500", async () => {
    const reply = await of.api.send("POST", `${of.brand}/media`, { headers: { "Content-Type": "multipart/form-data" }, body: "x" });
    assert.ok([400, 415, 422].includes(reply.status), `${reply.status}`);
  });

  test("a file of 104,857,600 bytes is accepted", async () => {
    const workspace = await aWorkspace();
    const reply = await streamMovie(workspace, 104_857_600);
    assert.equal(dataOf(reply, resources.uploaded).size, 104_857_600);
    assert.equal((await newest(workspace))?.size, 104_857_600);
  });

  test("a file of 104,857,601 bytes answers 422 on media and is not kept", async () => {
    const workspace = await aWorkspace();
    assertInvalid(await streamMovie(workspace, 104_857_601), ["media"]);
    assert.equal(await newest(workspace), undefined);
  });

  test("a viewer's upload answers 403 with errors.role", async () => {
    assertRefused(await upload([{ bytes: fileOf("png"), name: "a.png" }], await aMember(of, "viewer")), 403, "role");
  });

  test("an editor uploads", async () => {
    await anUpload(await aMember(of, "editor"), "png");
  });

  test("an upload to a foreign brand answers 404", async () => {
    const other = await aWorkspace();
    assertNoBrand(await sendForm(of.api, `${other.brand}/media`, [{ bytes: fileOf("png"), name: "a.png" }]));
    assertNoBrand(await sendForm(of.api, `${other.brand}/media`, [{ bytes: fileOf("html"), name: "a.png" }]));
  });

  for (const id of NO_IDS) {
    test(`an upload to brand "${id}" answers 404`, async () => {
      assertStatus(await sendForm(of.api, `/brands/${id}/media`, [{ bytes: fileOf("png"), name: "a.png" }]), 404);
    });
  }

  test("an upload without a key answers 401", async () => {
    const api = apiOf((await sharedService()).url, null);
    assertRefused(await sendForm(api, `${of.brand}/media`, [{ bytes: fileOf("png"), name: "a.png" }]), 401, "authorization");
  });
});

describe("GET /brands/{brand_id}/media", () => {
  let of: Workspace;
  const ids = new Map<FileKind, string>();
  before(async () => {
    of = await aWorkspace();
    for (const kind of ["jpeg", "png", "bmp", "mp4", "mov", "pdf"] as const) ids.set(kind, await anUpload(of, kind));
  });
  const media = async (workspace: Workspace, query = {}) =>
    pageOf(await workspace.api.get(`${workspace.brand}/media`, query), resources.mediaItem);

  test("media are listed newest first, with name, type, size and timestamps", async () => {
    const { data } = await media(of);
    assert.deepEqual(
      data.map((item) => item.id),
      [...ids.values()].reverse(),
    );
    const [newest] = data;
    assert.ok(newest !== undefined && newest.createdAt <= newest.updatedAt);
    assert.deepEqual([newest.name, newest.type, newest.size], ["file.pdf", "application/pdf", fileOf("pdf").length]);
  });

  const filters: readonly (readonly [string, readonly FileKind[]])[] = [
    ["IMAGE", ["bmp", "png", "jpeg"]],
    ["VIDEO", ["mov", "mp4"]],
    ["GIF", []],
    ["APPLICATION", ["pdf"]],
    ["DOCUMENT", ["pdf"]],
    ["CSV", []],
  ];
  for (const [type, kinds] of filters) {
    test(`type ${type} lists ${kinds.join(", ") || "nothing"} of the uploads`, async () => {
      const { data, pagination } = await media(of, { type });
      assert.deepEqual(
        data.map((item) => item.id),
        kinds.map((kind) => ids.get(kind)),
      );
      assert.equal(pagination.total, kinds.length);
    });
  }

  for (const type of ["image", "AUDIO", "", "IMAGE,VIDEO"]) {
    test(`type "${type}" answers 422`, async () => {
      assertInvalid(await of.api.get(`${of.brand}/media`, { type }), ["type"]);
    });
  }

  test("media come in pages whose links keep the filter", async () => {
    await assertPages(of.api, `${of.brand}/media`, { row: resources.mediaItem, total: 3, query: { type: "IMAGE" } });
  });

  test("media of other brands are not listed", async () => {
    assert.deepEqual((await media(await aWorkspace())).data, []);
  });

  test("a viewer reads the media", async () => {
    assert.equal((await media(await aMember(of, "viewer"))).data.length, 6);
  });

  for (const mistake of PAGE_MISTAKES) {
    test(`media with ${mistake.name} answer 422`, async () => {
      assertInvalid(await of.api.get(`${of.brand}/media`, mistake.query), mistake.fields);
    });
  }

  test("a wrong type and a wrong page are reported together", async () => {
    assertInvalid(await of.api.get(`${of.brand}/media`, { type: "x", page: "x" }), ["page", "type"]);
  });

  test("media of a foreign brand answer 404", async () => {
    assertNoBrand(await of.api.get(`${(await aWorkspace()).brand}/media`));
  });

  for (const id of NO_IDS) {
    test(`media of brand "${id}" answer 404`, async () => {
      assertStatus(await of.api.get(`/brands/${id}/media`), 404);
    });
  }

  test("media without a key answer 401", async () => {
    assertRefused(await apiOf((await sharedService()).url, null).get(`${of.brand}/media`), 401, "authorization");
  });
});

/** Streams an MP4 of exactly this many bytes, with the last box, `mdat`, sized to fit. */
async function streamMovie(of: Workspace, size: number): Promise<Reply> {
  const start = fileOf("mp4");
  const boxStart = start.length - 24;
  start.writeUInt32BE(size - boxStart, boxStart);
  const head = Buffer.from(
    '--edge\r\nContent-Disposition: form-data; name="media"; filename="film.mp4"\r\nContent-Type: video/mp4\r\n\r\n',
  );
  const tail = Buffer.from("\r\n--edge--\r\n");
  const path = `${of.brand}/media`;
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const outgoing = request(`${of.api.base}${path}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${of.api.key}`,
      "Content-Type": "multipart/form-data; boundary=edge",
      "Content-Length": head.length + size + tail.length,
    },
  });
  let answered = false;
  outgoing.on("response", (incoming) => {
    answered = true;
    const pieces: Buffer[] = [];
    incoming.on("data", (piece: Buffer) => pieces.push(piece));
    incoming.on("error", reject);
    incoming.on("end", () => {
      const headers = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
      const reply = new Response(Buffer.concat(pieces), { status: incoming.statusCode ?? 0, headers });
      checked("POST", path, path, reply).then(resolve, reject);
    });
  });
  // A service may answer and close before it has read everything.
  outgoing.on("error", (error) => (answered ? undefined : reject(error)));
  outgoing.write(head);
  outgoing.write(start);
  const piece = Buffer.alloc(1 << 20);
  for (let left = size - start.length; left > 0 && !answered && !outgoing.destroyed; left -= piece.length) {
    if (!outgoing.write(piece.subarray(0, Math.min(left, piece.length)))) await drained(outgoing);
  }
  outgoing.end(tail);
  return await promise;
}

function drained(stream: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ["drain", "close", "error", "response"]) stream.once(event, () => resolve());
  });
}
