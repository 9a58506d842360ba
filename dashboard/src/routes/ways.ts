import type { QueryClient } from "@tanstack/react-query";
import { redirect } from "@tanstack/react-router";
import { collectionsQuery, conditionsQuery } from "../api/brand-queries.ts";
import { homeQuery, needsQuery } from "../api/needs.ts";
import { isSignedOut } from "../api/queries.ts";
import { sessionQuery } from "../api/session.ts";
import { speak } from "../language/language.ts";
import { overviewQuery, weekQuery } from "../pages/overview/queries.ts";
import { signInPath } from "../parts/sign-in.ts";
import { lastBrand } from "../share/last-used.ts";

/** What is read before a page is drawn, and who is led elsewhere instead. */

/** Whoever is not signed in is led to where they can, and back to this address afterwards. */
export async function onlySignedIn(queries: QueryClient, href: string): Promise<void> {
  try {
    const { user } = await queries.ensureQueryData(sessionQuery);
    if (user.language !== null) speak(user.language);
  } catch (error) {
    if (isSignedOut(error)) throw redirect({ href: signInPath(href), reloadDocument: true });
    throw error;
  }
}

/** Whoever has one brand wants to see that. `leftBrandId`: which they have just left or deleted; the session goes on having it until it is read again. */
export async function toOnlyBrand(queries: QueryClient, leftBrandId: number | undefined): Promise<void> {
  const { brands } = await queries.ensureQueryData(sessionQuery);
  const [only, ...others] = brands.filter(({ id }) => id !== leftBrandId);
  if (only !== undefined && others.length === 0) throw redirect({ to: "/brands/$brandId", params: { brandId: only.id }, replace: true });
}

export async function readHome(queries: QueryClient): Promise<void> {
  const { brands } = await queries.ensureQueryData(sessionQuery);
  if (brands.length > 0) await queries.ensureQueryData(homeQuery);
}

/** The shortcuts of the installed app know no brand: they lead to the one that was last used. */
export async function toLastBrand(queries: QueryClient, to: "/brands/$brandId/write" | "/brands/$brandId/calendar"): Promise<never> {
  const brand = lastBrand(localStorage, (await queries.ensureQueryData(sessionQuery)).brands);
  throw brand === null ? redirect({ to: "/" }) : redirect({ to, params: { brandId: brand.id } });
}

/** What most people see first is read while the page's code is, and drawn at once: React shows what was waited for only after a pause. */
export async function readOverview(queries: QueryClient, brandId: number): Promise<void> {
  const week = async () => {
    const [{ brands }, { days }] = await Promise.all([
      queries.ensureQueryData(sessionQuery),
      queries.ensureQueryData(overviewQuery(brandId)),
    ]);
    const zone = brands.find(({ id }) => id === brandId)?.timezone ?? "UTC";
    await queries.ensureQueryData(weekQuery(brandId, { day: days[0]?.day ?? "", zone }));
  };
  await Promise.all([
    week(),
    queries.ensureQueryData(needsQuery(brandId)),
    queries.ensureQueryData(conditionsQuery(brandId)),
    queries.ensureQueryData(collectionsQuery(brandId)),
  ]);
}
