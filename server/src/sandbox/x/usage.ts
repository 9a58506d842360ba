import { cycleStart } from "./billing.ts";
import type { Asked } from "./calls.ts";
import { picked } from "./fields.ts";
import { LIST_MAX, list } from "./model.ts";
import { invalidRequest } from "./refusals.ts";

/** Posts that may be read within a billing cycle. https://docs.x.com/x-api/getting-started/pricing (2026-08) */
const CAP = 3_000_000;
const FIELDS = ["cap_reset_day", "daily_client_app_usage", "daily_project_usage", "project_cap", "project_id", "project_usage"];
const USUAL_FIELDS = ["cap_reset_day", "project_cap", "project_id", "project_usage"];

/** `GET /2/usage/tweets`: how many posts the application has read since its billing cycle began; not what that costs. */
export async function getUsage({ world, request, settings }: Asked): Promise<unknown> {
  const given = new Map<string, unknown>(Object.entries(Object(request.query)));
  const wanted = String(given.get("usage.fields") ?? USUAL_FIELDS.join(",")).split(",");
  const unknown = wanted.find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) {
    throw invalidRequest(
      { "usage.fields": wanted },
      `The \`usage.fields\` query parameter value [${unknown}] is not one of [${FIELDS.join(",")}]`,
    );
  }
  return {
    data: await picked(
      {
        cap_reset_day: () => settings.cycle_day,
        project_id: () => "1",
        project_cap: () => String(CAP),
        async project_usage() {
          const from = cycleStart(world.now(), settings.cycle_day);
          const readings = await list(world, "reading", { limit: LIST_MAX });
          return String(readings.filter(({ createdAt }) => createdAt >= from).reduce((sum, { posts }) => sum + posts, 0));
        },
      },
      wanted,
    ),
  };
}
