import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { z } from "zod";
import { vendorContract } from "../../../testing/contracts.ts";
import type { GraphNode } from "../../sandbox/meta/node.ts";
import { instagramSandbox } from "./index.ts";
import { find } from "./model.ts";
import { CALLS } from "./objects.ts";
import { accountNode, commentNode, mediaNode } from "./present.ts";
import { settingsOf } from "./settings.ts";
import { openStage, type Stage } from "./testing/stage.ts";
import { PARAMETERS } from "./wish.ts";

/** Holds this network's fields, edges and parameters against the vendor's own description of the API, in which only names are strict. */
const { path, skip } = vendorContract("meta/specs");
const Spec = z.object({
  apis: z.array(z.object({ method: z.string(), endpoint: z.string().optional(), params: z.array(z.object({ name: z.string() })) })),
  fields: z.array(z.object({ name: z.string(), type: z.string() })),
});

/** On the vendor's pages, not in the contract of 2026-04: what a log-in with Instagram adds, and edges that can be asked for as fields. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  IGUser: ["user_id", "account_type"],
};

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

function specOf(name: string): z.output<typeof Spec> {
  const file = join(path, `${name}.json`);
  assert.ok(existsSync(file), file);
  return Spec.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** Every field is in the contract, and its value is of the type that the contract says. */
async function agrees(node: GraphNode): Promise<void> {
  const types = new Map(specOf(node.type).fields.map(({ name, type }) => [name, type]));
  const known = Object.entries(node.fields).filter(([name]) => !ADDED[node.type]?.includes(name));
  assert.ok(known.length > 5, node.type);
  for (const [name, field] of known) {
    const type = types.get(name);
    assert.ok(type !== undefined, `${node.type} has no ${name}`);
    const value = await field({ name, modifiers: {}, nested: null });
    if (value !== undefined) assert.equal(typeof value, TYPES[type] ?? "object", `${node.type}.${name}`);
  }
}

const TYPES: Readonly<Record<string, string>> = { string: "string", datetime: "string", int: "number", bool: "boolean" };

test("accounts, posts and comments have the contract's fields", { skip }, async () => {
  const { world } = stage;
  const reel = await stage.post({ media_type: "REELS", video_url: stage.link("v.mp4"), cover_url: stage.link("a.jpg"), caption: "Rising" });
  const image = await stage.post({ image_url: stage.link("a.jpg"), alt_text: "A loaf" });
  await instagramSandbox.react(world, image, { kind: "comment", text: "Lovely" });
  const [comment] = await world.objects.list("comment");
  const settings = await settingsOf(world);
  for (const door of ["instagram", "facebook"] as const) {
    const viewer = { world, settings, door };
    const account = await find(world, "account", stage.accountId);
    const posts = [await find(world, "media", reel), await find(world, "media", image)];
    const stored = await find(world, "comment", comment?.id ?? "");
    assert.ok(account !== null && stored !== null);
    await agrees(accountNode(viewer, account));
    for (const post of posts) {
      assert.ok(post !== null);
      await agrees(mediaNode(viewer, post));
    }
    await agrees(commentNode(stored));
  }
});

test("containers take parameters that the contract has", { skip }, () => {
  const creation = specOf("IGUser").apis.find(({ method, endpoint }) => method === "POST" && endpoint === "media");
  const names = creation?.params.map(({ name }) => name) ?? [];
  assert.deepEqual(
    [...PARAMETERS].filter((name) => !names.includes(name)),
    [],
  );
});

test("every call is one of the contract's", { skip }, () => {
  const types = { account: "IGUser", media: "IGMedia" };
  for (const [kind, type] of Object.entries(types)) {
    const known = new Set(specOf(type).apis.map(({ method, endpoint = "" }) => `${method} ${endpoint}`));
    const calls = Object.keys(CALLS[kind] ?? {});
    assert.ok(calls.length > 2, kind);
    assert.deepEqual(
      calls.filter((call) => !known.has(call)),
      [],
      type,
    );
  }
});
