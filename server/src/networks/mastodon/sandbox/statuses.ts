import { addSeconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { forgetsKeys, ignoresKeys, listsLateSeconds } from "../../sandbox/faults.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { type Caller, optionalCaller, requireCaller } from "./accounts.ts";
import { createStatus } from "./compose.ts";
import { queryList, readFields } from "./fields.ts";
import { find, list, type Stored } from "./model.ts";
import { presentCredentialAccount, presentStatus, REACTIONS_MAX } from "./present.ts";
import { notFound, refusal } from "./refusal.ts";

const BATCH_MAX = 20;
const PAGE_DEFAULT = 20;
const PAGE_MAX = 40;
/** More than a page, because filters remove some. */
const FIRST_PAGE_READ = 200;

interface WithId {
  readonly Params: { readonly id: string };
}

/** Accounts and statuses: reading and writing. */
export function statusRoutes(scope: FastifyInstance, world: SandboxWorld): void {
  scope.get("/api/v1/accounts/verify_credentials", async (request) => {
    const { account } = await requireCaller(world, request, "profile", "read:accounts");
    return presentCredentialAccount(world, account);
  });

  scope.get<WithId & { Querystring: Record<string, string> }>("/api/v1/accounts/:id/statuses", async (request) => {
    const caller = await optionalCaller(world, request, "read:statuses");
    if ((await find(world, "account", request.params.id)) === null) throw notFound();
    // Without a cursor the page is near the top; with one it can be anywhere.
    const isFirstPage = request.query.max_id === undefined;
    const limit = isFirstPage ? FIRST_PAGE_READ : REACTIONS_MAX;
    const statuses = await list(world, "status", { where: { account_id: request.params.id }, limit });
    const shownUntil = addSeconds(world.now(), -listsLateSeconds(request));
    const shown = statuses.filter(({ createdAt }) => createdAt <= shownUntil);
    return presentAll(
      world,
      page(shown, request.query).filter((status) => isVisible(status, caller)),
    );
  });

  scope.post("/api/v1/statuses", async (request) => {
    const caller = await requireCaller(world, request, "write:statuses");
    const { values } = await readFields(request);
    const given = request.headers["idempotency-key"];
    const key = typeof given === "string" && given !== "" && !ignoresKeys(request) ? given : null;
    return presentStatus(world, await createStatus(world, caller, { values, key }));
  });

  scope.get("/api/v1/statuses", async (request) => {
    // Other software does not have this call.
    if (await forgetsKeys(world)) throw refusal(405, "Method Not Allowed");
    const caller = await optionalCaller(world, request, "read:statuses");
    const wanted = queryList(request.query, "id").slice(0, BATCH_MAX);
    const statuses = await Promise.all(wanted.map((id) => find(world, "status", id)));
    return presentAll(
      world,
      statuses.filter((status) => status !== null).filter((status) => isVisible(status, caller)),
    );
  });

  scope.get<WithId>("/api/v1/statuses/:id", async (request) => presentStatus(world, await visibleStatus(request, world)));

  scope.delete<WithId>("/api/v1/statuses/:id", async (request) => {
    const { account } = await requireCaller(world, request, "write:statuses");
    const status = await find(world, "status", request.params.id);
    if (status === null || status.account_id !== account.id) throw notFound();
    const last = { ...(await presentStatus(world, status)), text: status.text };
    await world.objects.delete("status", status.id);
    return last;
  });
}

/** Public and unlisted ones are visible to everyone, others only to their author, who has no followers here. */
export function isVisible(status: Stored<"status">, caller: Caller | null): boolean {
  return status.visibility === "public" || status.visibility === "unlisted" || status.account_id === caller?.account.id;
}

async function visibleStatus(request: FastifyRequest<WithId>, world: SandboxWorld): Promise<Stored<"status">> {
  const caller = await optionalCaller(world, request, "read:statuses");
  const status = await find(world, "status", request.params.id);
  if (status === null || !isVisible(status, caller)) throw notFound();
  return status;
}

function presentAll(world: SandboxWorld, statuses: readonly Stored<"status">[]): Promise<Record<string, unknown>[]> {
  return Promise.all(statuses.map((status) => presentStatus(world, status)));
}

/** Ids ascend, so they serve as cursor. Accounts do not reblog here, so `exclude_reblogs` has no effect. */
function page(newestFirst: readonly Stored<"status">[], query: Readonly<Record<string, string>>): Stored<"status">[] {
  const isYes = (value: string | undefined) => value === "true" || value === "1";
  const asked = Number(query.limit ?? PAGE_DEFAULT);
  const limit = Number.isInteger(asked) && asked > 0 ? Math.min(asked, PAGE_MAX) : PAGE_DEFAULT;
  return newestFirst
    .filter(({ id }) => query.max_id === undefined || Number(id) < Number(query.max_id))
    .filter(({ id }) => query.since_id === undefined || Number(id) > Number(query.since_id))
    .filter(
      (status) => !isYes(query.exclude_replies) || status.in_reply_to_id === null || status.in_reply_to_account_id === status.account_id,
    )
    .filter((status) => !isYes(query.only_media) || status.media_ids.length > 0)
    .slice(0, limit);
}
