import assert from "node:assert/strict";
import { test } from "node:test";
import type { Net } from "../../../ground/net/net.ts";
import { readCard } from "./read.ts";

/** The card of a page in Europe, where a site asks about cookies first unless it is told. */
async function cardOf(url: string, at = url) {
  const asked: string[] = [];
  const fetchDocument: Net["fetchDocument"] = async (_url, { headers }) => {
    asked.push(headers?.cookie ?? "");
    const [title, place] = asked[0] === "" && at !== url ? ["Before you continue", at] : ["Rye at dawn", url];
    const body = Buffer.from(`<title>${title}</title>`);
    return { kind: "fetched", status: 200, url: place, permanentUrl: null, headers: { "content-type": "text/html" }, body } as never;
  };
  const page = await readCard(url, { net: { fetchDocument } as Net, signal: new AbortController().signal });
  return { title: page?.title ?? null, asked };
}

test("a question about cookies is answered where it is known how, and is nobody's card elsewhere", async () => {
  const consent = "https://consent.youtube.com/m?continue=x";
  for (const url of ["https://www.youtube.com/watch?v=1", "https://youtu.be/1", "https://m.youtube.com/shorts/1"])
    assert.deepEqual(await cardOf(url, consent), { title: "Rye at dawn", asked: ["SOCS=CAI"] });
  assert.deepEqual(await cardOf("https://news.example/rye", "https://consent.news.example/ask"), { title: null, asked: [""] });
  assert.deepEqual(await cardOf("https://shop.example/?u=youtube.com/"), { title: "Rye at dawn", asked: [""] });
});
