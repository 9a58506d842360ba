import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlace, must, type Place } from "../../testing/builders.ts";
import { aDashboard, type Dashboard } from "../../testing/dashboard.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

/** A picture of one pixel. */
const PNG = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());

async function dashboardOf({ person }: Place): Promise<Dashboard> {
  await must(stage.admin("POST", "/users/password", { user: person.email, password: "correct horse" }));
  return aDashboard(stage, person.email);
}

async function logoUrlOf(dashboard: Dashboard): Promise<string | null> {
  const { brands } = await must(dashboard.call("GET", "/session"));
  return brands[0].logoUrl;
}

test("a brand's logo is shown to its members from an address of its own, until it is taken away", async () => {
  const place = await aPlace(stage);
  const dashboard = await dashboardOf(place);
  assert.equal(await logoUrlOf(dashboard), null);
  const { logoUrl } = await must(dashboard.call("POST", `/brands/${place.brandId}/logo`, { logo: PNG }));
  assert.equal(await logoUrlOf(dashboard), logoUrl);
  const picture = await fetch(stage.url + logoUrl, { headers: { cookie: dashboard.cookie } });
  assert.deepEqual([picture.status, picture.headers.get("content-type")], [200, "image/png"]);
  assert.match(picture.headers.get("cache-control") ?? "", /private.*immutable/);
  assert.equal(Buffer.from(await picture.arrayBuffer()).toString("base64"), PNG.split(",")[1]);
  await must(dashboard.call("POST", `/brands/${place.brandId}/logo`, { logo: null }));
  assert.equal(await logoUrlOf(dashboard), null);
  assert.equal((await fetch(stage.url + logoUrl, { headers: { cookie: dashboard.cookie } })).status, 404);
});

test("a logo is not shown to strangers, and what is no picture is refused", async () => {
  const [place, other] = [await aPlace(stage), await aPlace(stage)];
  const [dashboard, stranger] = [await dashboardOf(place), await dashboardOf(other)];
  const { logoUrl } = await must(dashboard.call("POST", `/brands/${place.brandId}/logo`, { logo: PNG }));
  assert.equal((await fetch(stage.url + logoUrl, { headers: { cookie: stranger.cookie } })).status, 404);
  assert.equal((await fetch(stage.url + logoUrl)).status, 401);
  for (const logo of ["data:image/svg+xml;base64,PHN2Zy8+", "data:image/png;base64,PHN2Zy8+", "https://example.org/logo.png"]) {
    assert.equal((await dashboard.call("POST", `/brands/${place.brandId}/logo`, { logo })).status, 422, logo);
  }
});
