import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from "n8n-workflow";
import { reasonAgainst } from "../shared/signature";
import type { Registration } from "./registration";

/** Starts the workflow with an event that the service has signed; refuses everything else with 401. */
export function receive(context: IWebhookFunctions): IWebhookResponseData {
  const { secret = "" } = context.getWorkflowStaticData("node") as Registration;
  const headers = context.getHeaderData();
  const text = (name: string) => String(headers[name] ?? "");
  const { rawBody } = context.getRequestObject();
  const id = text("webhook-id");
  const delivery = { id, timestamp: text("webhook-timestamp"), signatures: text("webhook-signature"), body: rawBody };
  const reason = secret === "" ? "No webhook is registered." : reasonAgainst(delivery, secret, Math.floor(Date.now() / 1000));
  if (reason !== null) {
    context.getResponseObject().status(401).json({ message: reason });
    return { noWebhookResponse: true };
  }
  const event = context.getBodyData() as IDataObject;
  return { workflowData: [context.helpers.returnJsonArray({ id, ...event })] };
}
