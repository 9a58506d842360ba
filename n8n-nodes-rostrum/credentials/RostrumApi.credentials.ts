import type { IAuthenticateGeneric, ICredentialTestRequest, ICredentialType, Icon, INodeProperties } from "n8n-workflow";

export class RostrumApi implements ICredentialType {
  name = "rostrumApi";

  displayName = "Rostrum API";

  icon: Icon = { light: "file:../icons/rostrum.svg", dark: "file:../icons/rostrum.dark.svg" };

  documentationUrl = "https://rostrum.example/docs/n8n";

  properties: INodeProperties[] = [
    {
      displayName: "URL",
      name: "url",
      type: "string",
      default: "",
      required: true,
      placeholder: "https://rostrum.example",
      description: "Where the service is, as in the browser's address bar, without a path",
    },
    {
      displayName: "API Key",
      name: "apiKey",
      type: "string",
      typeOptions: { password: true },
      default: "",
      required: true,
      placeholder: "rst_…",
      description: "A key of the person on whose behalf the nodes act",
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: "generic",
    properties: { headers: { Authorization: "=Bearer {{$credentials.apiKey}}" } },
  };

  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.url.replace(/\\/+$/, "")}}', url: "/v1/auth" },
  };
}
