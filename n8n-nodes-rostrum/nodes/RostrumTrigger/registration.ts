import type { IDataObject, IHookFunctions } from "n8n-workflow";
import { request, requestIfThere } from "../shared/request";

/** What the node remembers of its webhook at the service; n8n keeps it with the workflow. */
export interface Registration {
  id?: string | number;
  /** Signs what the service sends; it is told once. */
  secret?: string;
  /** What it was registered for. */
  path?: string;
  events?: string;
}

/** Whether the service still has the node's webhook, with the address and the events that the node has now. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
  const known = registrationOf(context);
  const { path, events } = wanted(context);
  if (known.id === undefined || known.secret === undefined) return false;
  const there = known.path === undefined ? null : await requestIfThere(context, { method: "GET", path: known.path });
  const webhooks = (there?.body.data ?? []) as IDataObject[];
  const own = webhooks.find(({ id }) => String(id) === String(known.id));
  if (own === undefined) return false;
  const isOurs = known.path === path && known.events === events.join() && own.url === addressOf(context);
  if (isOurs && own.status === "ACTIVE") return true;
  // Left as it is, it would go on sending beside the new one, or stay off.
  await unregister(context);
  return false;
}

export async function register(context: IHookFunctions): Promise<void> {
  const { path, events } = wanted(context);
  const url = addressOf(context);
  const description = `n8n: ${context.getWorkflow().name ?? "workflow"}`.slice(0, DESCRIPTION_LENGTH_MAX);
  const { body } = await request(context, { method: "POST", path, body: { url, events, description } });
  const { id, secret } = body.data as { readonly id: string; readonly secret: string };
  Object.assign(registrationOf(context), { id, secret, path, events: events.join() } satisfies Registration);
}

/** Removes the webhook; it is no mistake if somebody has removed it before. */
export async function unregister(context: IHookFunctions): Promise<void> {
  const known = registrationOf(context);
  if (known.id === undefined) return;
  await requestIfThere(context, { method: "DELETE", path: `/app/api/webhooks/${encodeURIComponent(String(known.id))}` });
  for (const name of ["id", "secret", "path", "events"] as const) delete known[name];
}

/** Where n8n expects events, written as the service writes it. */
function addressOf(context: IHookFunctions): string {
  return new URL(context.getNodeWebhookUrl("default") ?? "").href;
}

const DESCRIPTION_LENGTH_MAX = 200;

export function registrationOf(context: Pick<IHookFunctions, "getWorkflowStaticData">): Registration {
  return context.getWorkflowStaticData("node") as Registration;
}

function wanted(context: IHookFunctions): { readonly path: string; readonly events: string[] } {
  const brand = context.getNodeParameter("brandId", "", { extractValue: true });
  const events = context.getNodeParameter("events", []) as string[];
  return { path: `/app/api/brands/${encodeURIComponent(String(brand))}/webhooks`, events };
}
