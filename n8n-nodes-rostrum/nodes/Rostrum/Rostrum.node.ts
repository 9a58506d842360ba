import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type JsonObject,
  NodeApiError,
  NodeConnectionTypes,
} from "n8n-workflow";
import { getChannels, getCollections, searchBrands, searchCollections, searchPosts } from "../shared/choices";
import { perform } from "./perform";
import { rostrumProperties } from "./RostrumDescription";

export class Rostrum implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Rostrum",
    name: "rostrum",
    icon: { light: "file:../../icons/rostrum.svg", dark: "file:../../icons/rostrum.dark.svg" },
    group: ["output"],
    version: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description: "Publish posts to social networks, and see what became of them",
    defaults: { name: "Rostrum" },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: "rostrumApi", required: true }],
    properties: rostrumProperties,
  };

  methods = {
    listSearch: { searchBrands, searchCollections, searchPosts },
    loadOptions: { getChannels, getCollections },
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const output: INodeExecutionData[] = [];
    for (const item of this.getInputData().keys()) {
      try {
        const found = this.helpers.returnJsonArray(await perform(this, item));
        output.push(...this.helpers.constructExecutionMetaData(found, { itemData: { item } }));
      } catch (error) {
        const failure = new NodeApiError(this.getNode(), error as JsonObject);
        failure.context.itemIndex = item;
        if (!this.continueOnFail()) throw failure;
        const { message, description, httpCode } = failure;
        output.push({ json: { error: message, description: description ?? null, httpCode }, pairedItem: { item } });
      }
    }
    return [output];
  }
}
