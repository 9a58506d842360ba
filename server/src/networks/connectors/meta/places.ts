import { createHmac } from "node:crypto";
import { OPTION_LENGTH_MAX } from "@rostrum/contract/limits.ts";
import { z } from "zod";
import type { Account, AskingCall, Place, PlacesOutcome } from "../connector.ts";
import type { Json } from "../json.ts";
import { tokenIn } from "../oauth/tokens.ts";
import { IdForm, oneLine } from "../reply.ts";
import { accessTrouble } from "./facebook-access.ts";
import { type FacebookHosts, facebookGraph } from "./facebook-hosts.ts";
import { askGraph, type GraphFailure, reasonOf } from "./graph.ts";

/**
 * Places on Facebook and Instagram are Pages that have a location. They are searched for with the token of the person who logged in and the
 * proof that the application's secret is known, or by the application itself:
 * https://developers.facebook.com/documentation/pages-api/search-pages (2026-04).
 */
export async function findPlaces(search: string, account: Account, call: AskingCall, hosts: FacebookHosts): Promise<PlacesOutcome> {
  const access = await accessOf(account, call);
  if (access === null) return { kind: "failed", reason: NO_SECRET };
  const reply = await askGraph(call, {
    method: "GET",
    url: `${facebookGraph(call, hosts)}/pages/search`,
    token: access.token,
    fields: { q: search, fields: "id,name,location", limit: `${PAGES_ASKED}`, appsecret_proof: access.proof },
  });
  if (reply.kind !== "ok") return { kind: "failed", reason: whyNot(reply, access) };
  const pages = Pages.safeParse(reply.body);
  if (!pages.success) return { kind: "failed", reason: "Facebook: the places cannot be read." };
  const places = pages.data.data.map(placeOf).filter((place) => place !== null);
  return { kind: "found", places: [...new Map(places.map((place) => [place.id, place])).values()].slice(0, PLACES_MAX) };
}

const Named = z.object({ location: z.object({ name: z.string() }) });

/** The name that was given with a post's place; the networks are sent its id alone. */
export function placeNameIn(options: Json): string | null {
  const named = Named.safeParse(options);
  return named.success ? oneLine(named.data.location.name, OPTION_LENGTH_MAX) || null : null;
}

/** Many of them have no location. */
const PAGES_ASKED = 50;
/** More are hard to choose from. */
const PLACES_MAX = 20;
const ADDRESS_LENGTH_MAX = 200;

const NO_SECRET = "Places cannot be searched for: the id and the secret of this service's application at Facebook are missing.";
/** https://developers.facebook.com/docs/features-reference/page-public-metadata-access (2026-11). */
const NO_FEATURE =
  "Facebook does not let this service's application search for places: Meta has to grant it the feature Page Public Metadata Access.";

interface Access {
  readonly token: string;
  readonly proof?: string;
}

/** A token says nothing of the application that it belongs to, so that one that was given by hand cannot be proven. */
async function accessOf({ grant }: Account, call: AskingCall): Promise<Access | null> {
  const application = await call.applicationOf("facebook");
  if (application === null || application.clientSecret === null) return null;
  const { clientId, clientSecret } = application;
  if (grant?.application !== "facebook" || grant.clientId !== clientId) return { token: `${clientId}|${clientSecret}` };
  const token = tokenIn(grant.credentials);
  return { token, proof: createHmac("sha256", clientSecret).update(token).digest("hex") };
}

/** A call without a valid proof; of a token of the application itself, also a wrong secret and an unknown id. */
const NOT_PROVEN = [100];
const NOT_AUTHENTICATED = [100, 101, 190];

function whyNot(failure: GraphFailure, { proof }: Access): string {
  const trouble = accessTrouble(failure);
  if (trouble?.lacksPermission === true) return NO_FEATURE;
  const reason = reasonOf("Facebook", failure);
  const code = failure.kind === "refused" ? failure.error?.code : undefined;
  const isUnknown = (proof === undefined ? NOT_AUTHENTICATED : NOT_PROVEN).some((one) => one === code);
  if (isUnknown) return `${reason}. Check the application's id and secret.`;
  return trouble === null ? `${reason}.` : `${reason}. ${trouble.advice}`;
}

const Pages = z.object({ data: z.array(z.unknown()) });
const word = z.string().nullish().catch(null);
const figure = z.number().nullish().catch(null);
const Page = z.object({
  id: IdForm.pipe(z.string().regex(/^\d{1,40}$/)),
  name: z.string(),
  location: z.object({ street: word, zip: word, city: word, state: word, country: word, latitude: figure, longitude: figure }),
});

/** Null for a Page that is no place, or that cannot be read: the others are offered all the same. */
function placeOf(entry: unknown): Place | null {
  const page = Page.safeParse(entry);
  if (!page.success) return null;
  const { street, zip, city, state, country, latitude, longitude } = page.data.location;
  const town = [zip, city].filter((part) => part).join(" ");
  const address = [street, town, state, country].filter((part) => part).join(", ");
  if (address === "" && (latitude == null || longitude == null)) return null;
  const name = oneLine(page.data.name, OPTION_LENGTH_MAX);
  return name === "" ? null : { id: page.data.id, name, address: oneLine(address, ADDRESS_LENGTH_MAX) };
}
