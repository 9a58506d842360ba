import { addSeconds } from "@rostrum/contract/formats.ts";
import { HOME_BRANDS_MAX, HOME_DAYS, LAST_RESULTS_MAX } from "@rostrum/contract/private/home.ts";
import { HOME_NEEDS_PER_KIND_MAX } from "@rostrum/contract/private/needs.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { refuse } from "../../ground/refusal.ts";
import type { Session } from "../../people/sign-in/sessions.ts";
import { listMemberBrands } from "../brands/store.ts";
import { thumbnails } from "../media/thumbnail.ts";
import { findNeeds } from "../needs/find.ts";
import { outlookOf } from "../needs/outlook.ts";
import { daysOf, nextOf, resultOf } from "./present.ts";
import { countArrived, countWeek, listBrandFacts, listGained, listLastResults, listNextPosts } from "./store.ts";

const DAY_SECONDS = 24 * 3600;
const ARRIVED_DAYS = 30;
const WEEK_DAYS = 7;

/** All brands of a person, with what leaves and what needs somebody. */
export async function showHome(app: App, _input: unknown, { session }: { readonly session: Session }): Promise<PrivateOutput<"showHome">> {
  const now = app.clock.now();
  const members = await listMemberBrands(app.db, session.viewer.userId);
  const brandIds = members.slice(0, HOME_BRANDS_MAX).map(({ id }) => id);
  const outlook = await outlookOf(app, brandIds, now);
  const [needs, facts, next, { arrived, failed }, thumbnailOf] = await Promise.all([
    findNeeds(app, { brandIds, outlook, now, perBrand: HOME_NEEDS_PER_KIND_MAX }),
    listBrandFacts(app.db, { brandIds, now }),
    listNextPosts(app.db, { brandIds, now }),
    countArrived(app.db, { brandIds, since: addSeconds(now, -ARRIVED_DAYS * DAY_SECONDS) }),
    thumbnails(app),
  ]);
  const outlookOfBrand = Map.groupBy(outlook, ({ brandId }) => brandId);
  const factsOf = new Map(facts.map((brand) => [brand.id, brand]));
  const nextOfBrand = new Map(next.map((row) => [row.brandId, row]));
  return {
    brands: brandIds.flatMap((id) => {
      const brand = factsOf.get(id);
      // Deleted between the statements.
      if (brand === undefined) return [];
      const days = daysOf(brand, outlookOfBrand.get(id) ?? []);
      return [{ id, networks: [...brand.networks], next: nextOf(nextOfBrand.get(id), brand, thumbnailOf), days }];
    }),
    needs,
    arrived: arrived + failed === 0 ? null : arrived / (arrived + failed),
  };
}

/** A week of one brand, and how the last one went. */
export async function showOverview(app: App, { brandId }: PrivateInput<"showOverview">): Promise<PrivateOutput<"showOverview">> {
  const now = app.clock.now();
  const brandIds = [brandId];
  const [outlook, [brand], [next], week, gained, results, thumbnailOf] = await Promise.all([
    outlookOf(app, brandIds, now),
    listBrandFacts(app.db, { brandIds, now }),
    listNextPosts(app.db, { brandIds, now }),
    countWeek(app.db, { brandId, since: addSeconds(now, -WEEK_DAYS * DAY_SECONDS) }),
    listGained(app.db, { brandId, now, days: HOME_DAYS }),
    listLastResults(app.db, { brandId, limit: LAST_RESULTS_MAX }),
    thumbnails(app),
  ]);
  if (brand === undefined) refuse(404, "brand", `There is no brand with the id ${brandId}.`);
  return {
    channels: brand.channels,
    ...week,
    days: daysOf(brand, outlook),
    next: nextOf(next, brand, thumbnailOf),
    gained: Array.from({ length: HOME_DAYS }, (_, place) => gained.find(({ daysAgo }) => daysAgo === HOME_DAYS - 1 - place)?.gained ?? 0),
    results: results.map((row) => resultOf(row, brand, thumbnailOf)),
  };
}
