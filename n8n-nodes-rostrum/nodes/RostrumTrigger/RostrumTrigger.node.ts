import {
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
} from "n8n-workflow";
import { searchBrands } from "../shared/choices";
import { triggerProperties } from "./RostrumTriggerDescription";
import { receive } from "./receive";
import { isRegistered, register, unregister } from "./registration";

export class RostrumTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Rostrum Trigger",
    name: "rostrumTrigger",
    icon: { light: "file:../../icons/rostrum.svg", dark: "file:../../icons/rostrum.dark.svg" },
    group: ["trigger"],
    version: 1,
    subtitle: '={{ $parameter["events"].join(", ") }}',
    description: "Starts the workflow when something happens in Rostrum: a post was published, or failed",
    defaults: { name: "Rostrum Trigger" },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: "rostrumApi", required: true }],
    webhooks: [{ name: "default", httpMethod: "POST", responseMode: "onReceived", path: "webhook" }],
    properties: triggerProperties,
  };

  methods = { listSearch: { searchBrands } };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        return await isRegistered(this);
      },
      async create(this: IHookFunctions): Promise<boolean> {
        await register(this);
        return true;
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        await unregister(this);
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    return receive(this);
  }
}
