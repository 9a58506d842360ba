import { type IDataObject, type IExecuteFunctions, NodeOperationError } from "n8n-workflow";
import { isMoment, plainTime } from "../shared/moments";
import { entries } from "../shared/pages";
import { type ApiRequest, request } from "../shared/request";
import { formOf } from "./form";
import type { RequestPlan } from "./plan";
import { requestPlans } from "./RostrumDescription";
import { entered, hasEmptyEntry, snakeCase } from "./values";

/** Carries out the operation that the node is set to, for one item. Returns what the service answered: a list, or one thing. */
export async function perform(context: IExecuteFunctions, item: number): Promise<IDataObject | IDataObject[]> {
  const plan = planFor(context, item);
  const asked = await requestFor(context, item, plan);
  if (plan.paginated) {
    const all = context.getNodeParameter("returnAll", item) as boolean;
    return await entries(context, asked, all ? null : (context.getNodeParameter("limit", item) as number));
  }
  const { body } = await request(context, asked);
  return body.data as IDataObject;
}

function planFor(context: IExecuteFunctions, item: number): RequestPlan {
  const resource = context.getNodeParameter("resource", item) as string;
  const operation = context.getNodeParameter("operation", item) as string;
  const plan = requestPlans[`${resource}:${operation}`];
  if (plan !== undefined) return plan;
  return refuse(context, item, `The operation "${operation}" of "${resource}" does not exist`);
}

async function requestFor(context: IExecuteFunctions, item: number, plan: RequestPlan): Promise<ApiRequest> {
  const path = plan.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameterIn(context, item, name) ?? "")));
  if (plan.upload) return { method: plan.method, path, form: await formOf(context, item) };
  const fields = fieldsOf(context, item);
  const query: IDataObject = {};
  for (const name of plan.query) {
    const value = fields(name);
    if (value !== undefined) query[snakeCase(name)] = (plan.times.includes(name) ? timeIn(context, item, value, "UTC") : value) as string;
  }
  if (plan.body.length === 0) return { method: plan.method, path, query };
  const body: IDataObject = {};
  for (const name of plan.body) {
    const value = fields(name);
    if (value === undefined) continue;
    const isTime = plan.times.includes(name);
    const timed = isTime ? timeIn(context, item, value, isMoment(value) ? await zoneOf(context, item) : "UTC") : value;
    body[name] = (IDS.has(name) ? Number(timed) : timed) as string;
  }
  return { method: plan.method, path, query, body };
}

/** Ids that are chosen by a resource locator, which has text. */
const IDS: ReadonlySet<string> = new Set(["collectionId"]);

function parameterIn(context: IExecuteFunctions, item: number, name: string): unknown {
  return entered(context.getNodeParameter(name, item, ""));
}

/** Reads a field of the request by name, wherever it stands among the parameters. */
function fieldsOf(context: IExecuteFunctions, item: number): (name: string) => unknown {
  const added = context.getNodeParameter("additionalFields", item, {}) as IDataObject;
  const filters = context.getNodeParameter("filters", item, {}) as IDataObject;
  return (name) => {
    // Left out, the filter would let everything through, and the post would go out without its picture.
    if (name in filters && entered(filters[name]) === undefined) refuse(context, item, `The filter "${name}" was added, but is empty`);
    const given = filters[name] ?? added[name] ?? context.getNodeParameter(name, item, "");
    if (hasEmptyEntry(given)) refuse(context, item, `An entry of "${name}" is empty`);
    return entered(given);
  };
}

function refuse(context: IExecuteFunctions, itemIndex: number, problem: string | Error): never {
  throw new NodeOperationError(context.getNode(), problem, { itemIndex });
}

function timeIn(context: IExecuteFunctions, item: number, value: unknown, zone: string): string {
  try {
    return plainTime(value, zone);
  } catch (error) {
    return refuse(context, item, error as Error);
  }
}

/** Where the brand is; times without an offset are there. */
async function zoneOf(context: IExecuteFunctions, item: number): Promise<string> {
  const brand = encodeURIComponent(String(parameterIn(context, item, "brandId") ?? ""));
  const { body } = await request(context, { method: "GET", path: `/v1/brands/${brand}/schedule` });
  return String((body.data as IDataObject).timezone ?? "UTC");
}
