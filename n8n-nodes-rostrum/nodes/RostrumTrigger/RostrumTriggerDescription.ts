import type { INodeProperties } from "n8n-workflow";

/** Written by `npm run openapi` from the types of events: change these, not this file. */
export const triggerProperties: INodeProperties[] = [
  {
    "displayName": "Brand",
    "name": "brandId",
    "type": "resourceLocator",
    "default": {
      "mode": "list",
      "value": ""
    },
    "required": true,
    "modes": [
      {
        "displayName": "From List",
        "name": "list",
        "type": "list",
        "typeOptions": {
          "searchListMethod": "searchBrands",
          "searchable": true
        }
      },
      {
        "displayName": "By ID",
        "name": "id",
        "type": "string",
        "placeholder": "42",
        "validation": [
          {
            "type": "regex",
            "properties": {
              "regex": "^[1-9][0-9]*$",
              "errorMessage": "The ID of a brand is a number"
            }
          }
        ]
      }
    ]
  },
  {
    "displayName": "Events",
    "name": "events",
    "type": "multiOptions",
    "default": [],
    "required": true,
    "options": [
      {
        "name": "Automation Failing",
        "value": "automation.failing",
        "description": "An automation cannot read its feed"
      },
      {
        "name": "Automation Imported",
        "value": "automation.imported",
        "description": "An automation imported posts from its feed"
      },
      {
        "name": "Channel Connected",
        "value": "channel.connected",
        "description": "A channel was connected"
      },
      {
        "name": "Channel Disconnected",
        "value": "channel.disconnected",
        "description": "A channel was disconnected, or its log-in ended"
      },
      {
        "name": "Channel Expiring",
        "value": "channel.expiring",
        "description": "The log-in of channels ends soon"
      },
      {
        "name": "Post Failed",
        "value": "post.failed",
        "description": "A post was published on none of its channels"
      },
      {
        "name": "Post Partly Failed",
        "value": "post.partly_failed",
        "description": "A post was published on some of its channels, and failed on others"
      },
      {
        "name": "Post Published",
        "value": "post.published",
        "description": "A post was published on all of its channels"
      },
      {
        "name": "Post Scheduled",
        "value": "post.scheduled",
        "description": "A post got a date, or joined the queue"
      },
      {
        "name": "Post Skipped",
        "value": "post.skipped",
        "description": "A post reached no channel, and failed on none"
      },
      {
        "name": "Queue Running Empty",
        "value": "queue.running_empty",
        "description": "A collection's queue is running out of posts"
      }
    ],
    "description": "What starts the workflow"
  }
];
