import { words } from "../../sandbox/kit/names.ts";
import type { Asked, Call } from "./caller.ts";
import { ownAccount } from "./caller.ts";
import { find, mapsUrl, type Stored } from "./model.ts";
import { listed, pageOf } from "./paging.ts";
import { accountsOf, locationsOf, shows } from "./people.ts";
import { badArgument, notFound, notPermitted } from "./refusals.ts";

const PAGING = { sizeDefault: 10, sizeMax: 100 };

/** https://mybusinessbusinessinformation.googleapis.com/$discovery/rest?version=v1 (2026-09) */
export const LOCATION_CALLS: readonly Call[] = [
  {
    method: "GET",
    path: "/information/v1/accounts/:account/locations",
    service: "information",
    parameters: ["pageSize", "pageToken", "readMask"],
    answer: listLocations,
  },
  { method: "GET", path: "/information/v1/locations/:location", service: "information", parameters: ["readMask"], answer: showLocation },
];

/** Those of one account, or with `-` those of all of the caller's, each once. */
async function listLocations(asked: Asked): Promise<Record<string, unknown>> {
  const mask = readMask(asked);
  const { world, personId, settings, ids } = asked;
  const accounts = ids.account === "-" ? await accountsOf(world, personId) : [await ownAccount(asked, ids.account ?? "")];
  const found = (await Promise.all(accounts.map(({ id }) => locationsOf(world, id)))).flat();
  const locations = [...new Map(found.map((location) => [location.id, location])).values()];
  const managed = locations.filter(({ id }) => !settings.locations_lost.includes(id));
  const { items, nextPageToken } = pageOf(asked, managed, PAGING);
  const views = items.map((location) => fieldsOf(locationView(asked, location), mask));
  return listed("locations", views, nextPageToken);
}

/** A location's name does not say through which account it is reached, and neither does the location. */
async function showLocation(asked: Asked): Promise<Record<string, unknown>> {
  const mask = readMask(asked);
  const { world, personId, settings, ids } = asked;
  const location = await find(world, "location", ids.location ?? "");
  if (location === null) throw notFound();
  const accounts = await accountsOf(world, personId);
  const isOwn = await Promise.all(accounts.map(({ id }) => shows(world, { accountId: id, locationId: location.id })));
  if (!isOwn.includes(true) || settings.locations_lost.includes(location.id)) throw notPermitted();
  return fieldsOf(locationView(asked, location), mask);
}

/** Whether it takes posts is not said any more: `metadata.canOperateLocalPost` is no longer populated. */
function locationView({ world }: Asked, { id, title, street, has_voice_of_merchant }: Stored<"location">): Record<string, unknown> {
  return {
    name: `locations/${id}`,
    languageCode: "en",
    title,
    storefrontAddress: { regionCode: "GB", languageCode: "en", postalCode: "SW1A 1AA", locality: "London", addressLines: [street] },
    openInfo: { status: "OPEN", canReopen: true },
    metadata: {
      ...(has_voice_of_merchant ? { placeId: `ChIJ${id}`, mapsUri: mapsUrl(world, id) } : {}),
      canDelete: true,
      hasVoiceOfMerchant: has_voice_of_merchant,
    },
  };
}

/** The fields of a location. https://mybusinessbusinessinformation.googleapis.com/$discovery/rest?version=v1 (2026-09) */
const FIELDS = words(`
  adWordsLocationExtensions categories labels languageCode latlng metadata moreHours name openInfo phoneNumbers profile
  regularHours relationshipData serviceArea serviceItems specialHours storeCode storefrontAddress title websiteUri
`);

/** The fields that the call asks for. Without any it is refused. */
export function readMask({ query }: Pick<Asked, "query">): readonly string[] {
  const paths = (query.get("readMask") ?? "").split(",").map((path) => path.trim());
  if (paths.some((path) => !FIELDS.includes(path))) throw badArgument("read_mask", "Invalid field mask provided");
  return paths;
}

/** The fields with these names. */
export function fieldsOf(whole: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => names.includes(name)));
}

const PAGE_SIZE_MAX = 20;

/** https://mybusinessaccountmanagement.googleapis.com/$discovery/rest?version=v1 (2026-05) */
export const ACCOUNT_CALLS: readonly Call[] = [
  { method: "GET", path: "/management/v1/accounts", service: "management", parameters: ["pageSize", "pageToken"], answer: listAccounts },
];

/** The caller's own account comes first. */
async function listAccounts(asked: Asked): Promise<Record<string, unknown>> {
  const accounts = await accountsOf(asked.world, asked.personId);
  const places = new Map(accounts.map(({ id }, place) => [id, String(place).padStart(9, "0")]));
  const rankOf = (id: string) => places.get(id) ?? "";
  const { items, nextPageToken } = pageOf(asked, accounts, { sizeDefault: PAGE_SIZE_MAX, sizeMax: PAGE_SIZE_MAX, rankOf });
  return listed("accounts", items.map(accountView), nextPageToken);
}

function accountView({ id, account_name, type }: Stored<"account">): Record<string, unknown> {
  return {
    name: `accounts/${id}`,
    accountName: account_name,
    type,
    role: "PRIMARY_OWNER",
    permissionLevel: "OWNER_LEVEL",
    verificationState: "UNVERIFIED",
    vettedState: "NOT_VETTED",
  };
}
