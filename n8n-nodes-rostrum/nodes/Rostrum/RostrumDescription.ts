import type { INodeProperties } from "n8n-workflow";
import type { RequestPlan } from "./plan";

/** Written by `npm run openapi` from the table of operations: change the table, not this file. */
export const rostrumProperties: INodeProperties[] = [
  {
    "displayName": "Resource",
    "name": "resource",
    "type": "options",
    "noDataExpression": true,
    "options": [
      {
        "name": "Automation",
        "value": "automation"
      },
      {
        "name": "Brand",
        "value": "brand"
      },
      {
        "name": "Channel",
        "value": "channel"
      },
      {
        "name": "Collection",
        "value": "collection"
      },
      {
        "name": "Media",
        "value": "media"
      },
      {
        "name": "Post",
        "value": "post"
      },
      {
        "name": "Profile",
        "value": "profile"
      },
      {
        "name": "Published Post",
        "value": "publishedPost"
      }
    ],
    "default": "post"
  },
  {
    "displayName": "Operation",
    "name": "operation",
    "type": "options",
    "noDataExpression": true,
    "displayOptions": {
      "show": {
        "resource": [
          "profile"
        ]
      }
    },
    "options": [
      {
        "name": "Get",
        "value": "get",
        "description": "Returns the user whose key made the request. Counts only against the route limit.",
        "action": "Get the profile of the token's user"
      },
      {
        "name": "Validate Token",
        "value": "validateToken",
        "description": "Alias of <code>/me</code>. A 401 names the reason in <code>errors.authorization</code>. Counts only against the route limit.",
        "action": "Validate the token"
      }
    ],
    "default": "get"
  },
  {
    "displayName": "Operation",
    "name": "operation",
    "type": "options",
    "noDataExpression": true,
    "displayOptions": {
      "show": {
        "resource": [
          "brand"
        ]
      }
    },
    "options": [
      {
        "name": "Get Many",
        "value": "getAll",
        "description": "Brands where the token's user is an active member, newest first",
        "action": "List brands"
      },
      {
        "name": "Get Schedule",
        "value": "getSchedule",
        "description": "All weekly slots of all collections of the brand, by day and time, in the brand's timezone. Not paginated.",
        "action": "Get the weekly queue schedule of a brand"
      }
    ],
    "default": "getAll"
  },
  {
    "displayName": "Return All",
    "name": "returnAll",
    "type": "boolean",
    "default": false,
    "description": "Whether to return all results or only up to a given limit",
    "displayOptions": {
      "show": {
        "resource": [
          "brand"
        ],
        "operation": [
          "getAll"
        ]
      }
    }
  },
  {
    "displayName": "Limit",
    "name": "limit",
    "type": "number",
    "typeOptions": {
      "minValue": 1
    },
    "default": 50,
    "description": "Max number of results to return",
    "displayOptions": {
      "show": {
        "resource": [
          "brand"
        ],
        "returnAll": [
          false
        ],
        "operation": [
          "getAll"
        ]
      }
    }
  },
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
    ],
    "displayOptions": {
      "show": {
        "resource": [
          "brand"
        ],
        "operation": [
          "getSchedule"
        ]
      }
    }
  },
  {
    "displayName": "Operation",
    "name": "operation",
    "type": "options",
    "noDataExpression": true,
    "displayOptions": {
      "show": {
        "resource": [
          "channel"
        ]
      }
    },
    "options": [
      {
        "name": "Get Many",
        "value": "getAll",
        "description": "Active and inactive channels of the brand, newest first. <code>total</code> is counted before channels in other states are filtered out, so a page can come back short or empty while more pages remain.",
        "action": "List channels"
      }
    ],
    "default": "getAll"
  },
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
    ],
    "displayOptions": {
      "show": {
        "resource": [
          "channel"
        ],
        "operation": [
          "getAll"
        ]
      }
    }
  },
  {
    "displayName": "Return All",
    "name": "returnAll",
    "type": "boolean",
    "default": false,
    "description": "Whether to return all results or only up to a given limit",
    "displayOptions": {
      "show": {
        "resource": [
          "channel"
        ],
        "operation": [
          "getAll"
        ]
      }
    }
  },
  {
    "displayName": "Limit",
    "name": "limit",
    "type": "number",
    "typeOptions": {
      "minValue": 1
    },
    "default": 50,
    "description": "Max number of results to return",
    "displayOptions": {
      "show": {
        "resource": [
          "channel"
        ],
        "returnAll": [
          false
        ],
        "operation": [
          "getAll"
        ]
      }
    }
  },
  {
    "displayName": "Operation",
    "name": "operation",
    "type": "options",
    "noDataExpression": true,
    "displayOptions": {
      "show": {
        "resource": [
          "collection"
        ]
      }
    },
    "options": [
      {
        "name": "Create",
        "value": "create",
        "description": "Creates a collection with its default channels and weekly slots. A day may have 10 slots for verified users and 5 for unverified ones. Duplicate and overlapping slots are allowed.",
        "action": "Create a collection"
      },
      {
        "name": "Get Many",
        "value": "getAll",
        "description": "Collections of the brand with their channels, weekly slots and post counts, newest first",
        "action": "List collections"
      }
    ],
    "default": "create"
  },
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
    ],
    "displayOptions": {
      "show": {
        "resource": [
          "collection"
        ],
        "operation": [
          "getAll",
          "create"
        ]
      }
    }
  },
  {
    "displayName": "Return All",
    "name": "returnAll",
    "type": "boolean",
    "default": false,
    "description": "Whether to return all results or only up to a given limit",
    "displayOptions": {
      "show": {
        "resource": [
          "collection"
        ],
        "operation": [
          "getAll"
        ]
      }
    }
  },
  {
    "displayName": "Limit",
    "name": "limit",
    "type": "number",
    "typeOptions": {
      "minValue": 1
    },
    "default": 50,
    "description": "Max number of results to return",
    "displayOptions": {
      "show": {
        "resource": [
          "collection"
        ],
        "returnAll": [
          false
        ],
        "operation": [
          "getAll"
        ]
      }
    }
  },
  {
    "displayName": "Title",
    "name": "title",
    "description": "Name of the collection",
    "type": "string",
    "placeholder": "e.g. Evergreen tips",
    "default": "",
    "required": true,
    "displayOptions": {
      "show": {
        "resource": [
          "collection"
        ],
        "operation": [
          "create"
        ]
      }
    }
  },
  {
    "displayName": "Additional Fields",
    "name": "additionalFields",
    "type": "collection",
    "placeholder": "Add Field",
    "default": {},
    "options": [
      {
        "displayName": "Channel Names or IDs",
        "name": "channels",
        "type": "multiOptions",
        "typeOptions": {
          "loadOptionsMethod": "getChannels",
          "loadOptionsDependsOn": [
            "brandId.value"
          ]
        },
        "default": [],
        "description": "Choose from the list, or specify IDs using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
      },
      {
        "displayName": "Description",
        "name": "description",
        "description": "What it is for",
        "type": "string",
        "typeOptions": {
          "rows": 4
        },
        "placeholder": "e.g. Posts that stay true",
        "default": ""
      },
      {
        "displayName": "Max Republish",
        "name": "maxRepublish",
        "description": "Evergreen: <code>0</code> off (default), <code>-1</code> forever, N re-adds published posts after N weeks",
        "type": "number",
        "default": 0,
        "typeOptions": {
          "minValue": -1,
          "maxValue": 520
        }
      },
      {
        "displayName": "Queues",
        "name": "queues",
        "description": "Weekly slots in the brand's timezone; default none",
        "type": "string",
        "typeOptions": {
          "multipleValues": true,
          "multipleValueButtonText": "Add Queue"
        },
        "default": []
      }
    ],
    "displayOptions": {
      "show": {
        "resource": [
          "collection"
        ],
        "operation": [
          "create"
        ]
      }
    }
  },
  {
    "displayName": "Operation",
    "name": "operation",
    "type": "options",
    "noDataExpression": true,
    "displayOptions": {
      "show": {
        "resource": [
          "automation"
        ]
      }
    },
    "options": [
      {
        "name": "Create",
        "value": "create",
        "description": "The feed is fetched and parsed before the automation is created. With <code>loadOldPosts</code> its current items are imported in the background.",
        "action": "Create a feed automation"
      },
      {
        "name": "Get Many",
        "value": "getAll",
        "description": "Feed automations of the brand, newest first",
        "action": "List feed automations"
      }
    ],
    "default": "create"
  },
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
    ],
    "displayOptions": {
      "show": {
        "resource": [
          "automation"
        ],
        "operation": [
          "getAll",
          "create"
        ]
      }
    }
  },
  {
    "displayName": "Return All",
    "name": "returnAll",
    "type": "boolean",
    "default": false,
    "description": "Whether to return all results or only up to a given limit",
    "displayOptions": {
      "show": {
        "resource": [
          "automation"
        ],
        "operation": [
          "getAll"
        ]
      }
    }
  },
  {
    "displayName": "Limit",
    "name": "limit",
    "type": "number",
    "typeOptions": {
      "minValue": 1
    },
    "default": 50,
    "description": "Max number of results to return",
    "displayOptions": {
      "show": {
        "resource": [
          "automation"
        ],
        "returnAll": [
          false
        ],
        "operation": [
          "getAll"
        ]
      }
    }
  },
  {
    "displayName": "Name",
    "name": "name",
    "description": "Name of the automation",
    "type": "string",
    "placeholder": "e.g. Blog to socials",
    "default": "",
    "required": true,
    "displayOptions": {
      "show": {
        "resource": [
          "automation"
        ],
        "operation": [
          "create"
        ]
      }
    }
  },
  {
    "displayName": "Collection",
    "name": "collectionId",
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
          "searchListMethod": "searchCollections",
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
              "errorMessage": "The ID of a collection is a number"
            }
          }
        ]
      }
    ],
    "displayOptions": {
      "show": {
        "resource": [
          "automation"
        ],
        "operation": [
          "create"
        ]
      }
    }
  },
  {
    "displayName": "Type",
    "name": "type",
    "description": "The feed's source",
    "type": "options",
    "options": [
      {
        "name": "Anchor",
        "value": "ANCHOR"
      },
      {
        "name": "Atom",
        "value": "ATOM"
      },
      {
        "name": "Blogger",
        "value": "BLOGGER"
      },
      {
        "name": "Buzzsprout",
        "value": "BUZZSPROUT"
      },
      {
        "name": "Captivate",
        "value": "CAPTIVATE"
      },
      {
        "name": "Castos",
        "value": "CASTOS"
      },
      {
        "name": "Etsy",
        "value": "ETSY"
      },
      {
        "name": "Ghost",
        "value": "GHOST"
      },
      {
        "name": "Medium",
        "value": "MEDIUM"
      },
      {
        "name": "Podcast.co",
        "value": "PODCASTCO"
      },
      {
        "name": "PrestaShop",
        "value": "PRESTASHOP"
      },
      {
        "name": "RSS",
        "value": "RSS"
      },
      {
        "name": "RSS.com",
        "value": "RSSCOM"
      },
      {
        "name": "Shopify",
        "value": "SHOPIFY"
      },
      {
        "name": "Shopify 2",
        "value": "SHOPIFY2"
      },
      {
        "name": "SoundCloud",
        "value": "SOUNDCLOUD"
      },
      {
        "name": "Squarespace Blog",
        "value": "SQUARESPACEBLOG"
      },
      {
        "name": "Squarespace Shop",
        "value": "SQUARESPACESHOP"
      },
      {
        "name": "Substack",
        "value": "SUBSTACK"
      },
      {
        "name": "Transistor",
        "value": "TRANSISTOR"
      },
      {
        "name": "Tumblr",
        "value": "TUMBLR"
      },
      {
        "name": "Weebly",
        "value": "WEEBLY"
      },
      {
        "name": "Wix",
        "value": "WIX"
      },
      {
        "name": "WooCommerce",
        "value": "WOOCOMMERCE"
      },
      {
        "name": "WooCommerce 2",
        "value": "WOOCOMMERCE2"
      },
      {
        "name": "WordPress",
        "value": "WORDPRESS"
      },
      {
        "name": "YouTube",
        "value": "YOUTUBE"
      }
    ],
    "default": "RSS",
    "required": true,
    "displayOptions": {
      "show": {
        "resource": [
          "automation"
        ],
        "operation": [
          "create"
        ]
      }
    }
  },
  {
    "displayName": "Feed URL",
    "name": "feedUrl",
    "description": "Fetched and parsed before creation",
    "type": "string",
    "placeholder": "e.g. https://blog.example/feed.xml",
    "default": "",
    "required": true,
    "displayOptions": {
      "show": {
        "resource": [
          "automation"
        ],
        "operation": [
          "create"
        ]
      }
    }
  },
  {
    "displayName": "Import as Type",
    "name": "importAsType",
    "description": "What to attach to the imported posts",
    "type": "options",
    "options": [
      {
        "name": "Link",
        "value": "LINK"
      },
      {
        "name": "Image",
        "value": "IMAGE"
      },
      {
        "name": "Video",
        "value": "VIDEO"
      },
      {
        "name": "Carousel",
        "value": "CAROUSEL"
      }
    ],
    "default": "LINK",
    "required": true,
    "displayOptions": {
      "show": {
        "resource": [
          "automation"
        ],
        "operation": [
          "create"
        ]
      }
    }
  },
  {
    "displayName": "Additional Fields",
    "name": "additionalFields",
    "type": "collection",
    "placeholder": "Add Field",
    "default": {},
    "options": [
      {
        "displayName": "Add Posts as Draft",
        "name": "addPostsAsDraft",
        "type": "boolean",
        "default": false,
        "description": "Whether to import as drafts instead of queueing"
      },
      {
        "displayName": "Caption",
        "name": "caption",
        "description": "Template with placeholders such as <code>{{description}}</code> and <code>{{link}}</code>",
        "type": "string",
        "default": ""
      },
      {
        "displayName": "Load Old Posts",
        "name": "loadOldPosts",
        "type": "boolean",
        "default": false,
        "description": "Whether to also import the items currently in the feed, in the background"
      },
      {
        "displayName": "Refresh Rate",
        "name": "refreshRate",
        "description": "Hours between checks",
        "type": "options",
        "options": [
          {
            "name": "1",
            "value": 1
          },
          {
            "name": "6",
            "value": 6
          },
          {
            "name": "12",
            "value": 12
          },
          {
            "name": "24",
            "value": 24
          }
        ],
        "default": 24
      },
      {
        "displayName": "Title",
        "name": "title",
        "description": "Template with placeholders such as <code>{{title}}</code>; default <code>{{title}}</code>",
        "type": "string",
        "placeholder": "e.g. {{title}}",
        "default": ""
      }
    ],
    "displayOptions": {
      "show": {
        "resource": [
          "automation"
        ],
        "operation": [
          "create"
        ]
      }
    }
  },
  {
    "displayName": "Operation",
    "name": "operation",
    "type": "options",
    "noDataExpression": true,
    "displayOptions": {
      "show": {
        "resource": [
          "media"
        ]
      }
    },
    "options": [
      {
        "name": "Get Many",
        "value": "getAll",
        "description": "Visible media of the brand, newest first",
        "action": "List media"
      },
      {
        "name": "Upload",
        "value": "upload",
        "description": "One file in the field <code>media</code>: JPEG, PNG, BMP, MP4, MOV or PDF, at most 104,857,600 bytes. The type is detected from the content. WebP is not accepted. PDF is for LinkedIn document posts.",
        "action": "Upload media"
      }
    ],
    "default": "getAll"
  },
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
    ],
    "displayOptions": {
      "show": {
        "resource": [
          "media"
        ],
        "operation": [
          "getAll",
          "upload"
        ]
      }
    }
  },
  {
    "displayName": "Return All",
    "name": "returnAll",
    "type": "boolean",
    "default": false,
    "description": "Whether to return all results or only up to a given limit",
    "displayOptions": {
      "show": {
        "resource": [
          "media"
        ],
        "operation": [
          "getAll"
        ]
      }
    }
  },
  {
    "displayName": "Limit",
    "name": "limit",
    "type": "number",
    "typeOptions": {
      "minValue": 1
    },
    "default": 50,
    "description": "Max number of results to return",
    "displayOptions": {
      "show": {
        "resource": [
          "media"
        ],
        "returnAll": [
          false
        ],
        "operation": [
          "getAll"
        ]
      }
    }
  },
  {
    "displayName": "Filters",
    "name": "filters",
    "type": "collection",
    "placeholder": "Add Filter",
    "default": {},
    "options": [
      {
        "displayName": "Type",
        "name": "type",
        "description": "<code>APPLICATION</code> includes everything kept as a document; <code>DOCUMENT</code> restricts that to office and PDF types",
        "type": "options",
        "options": [
          {
            "name": "Application",
            "value": "APPLICATION"
          },
          {
            "name": "CSV",
            "value": "CSV"
          },
          {
            "name": "Document",
            "value": "DOCUMENT"
          },
          {
            "name": "GIF",
            "value": "GIF"
          },
          {
            "name": "Image",
            "value": "IMAGE"
          },
          {
            "name": "Video",
            "value": "VIDEO"
          }
        ],
        "default": "IMAGE"
      }
    ],
    "displayOptions": {
      "show": {
        "resource": [
          "media"
        ],
        "operation": [
          "getAll"
        ]
      }
    }
  },
  {
    "displayName": "Input Data Field Name",
    "name": "binaryPropertyName",
    "type": "string",
    "default": "data",
    "required": true,
    "description": "The name of the input field that has the file",
    "displayOptions": {
      "show": {
        "resource": [
          "media"
        ],
        "operation": [
          "upload"
        ]
      }
    }
  },
  {
    "displayName": "File Name",
    "name": "fileName",
    "type": "string",
    "default": "",
    "description": "A different name for the file",
    "displayOptions": {
      "show": {
        "resource": [
          "media"
        ],
        "operation": [
          "upload"
        ]
      }
    }
  },
  {
    "displayName": "Operation",
    "name": "operation",
    "type": "options",
    "noDataExpression": true,
    "displayOptions": {
      "show": {
        "resource": [
          "post"
        ]
      }
    },
    "options": [
      {
        "name": "Create",
        "value": "create",
        "description": "The post goes to every channel of the collection: saved as a draft, put at the end of the queue, scheduled, or published now. Delivery per channel is in the published results. There are no idempotency keys: after a time-out check the lists before sending again.",
        "action": "Create a post"
      },
      {
        "name": "Delete",
        "value": "delete",
        "description": "Deletes the post permanently. Needs the account's sensitive-actions setting. Published results stay.",
        "action": "Delete a post"
      },
      {
        "name": "Get Many",
        "value": "getAll",
        "description": "Posts of all collections of the brand, newest first unless sorted otherwise",
        "action": "List posts across the brand"
      },
      {
        "name": "Get Many of a Collection",
        "value": "getAllOfCollection",
        "description": "Posts of one collection, newest first unless sorted otherwise",
        "action": "List a collection's posts"
      },
      {
        "name": "Update",
        "value": "update",
        "description": "Moves a draft, queued or scheduled post. Content cannot be edited.",
        "action": "Reschedule, re-queue, or draft a post"
      }
    ],
    "default": "create"
  },
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
    ],
    "displayOptions": {
      "show": {
        "resource": [
          "post"
        ],
        "operation": [
          "getAllOfCollection",
          "getAll",
          "create",
          "update",
          "delete"
        ]
      }
    }
  },
  {
    "displayName": "Collection",
    "name": "collectionId",
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
          "searchListMethod": "searchCollections",
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
              "errorMessage": "The ID of a collection is a number"
            }
          }
        ]
      }
    ],
    "displayOptions": {
      "show": {
        "resource": [
          "post"
        ],
        "operation": [
          "getAllOfCollection",
          "create"
        ]
      }
    }
  },
  {
    "displayName": "Return All",
    "name": "returnAll",
    "type": "boolean",
    "default": false,
    "description": "Whether to return all results or only up to a given limit",
    "displayOptions": {
      "show": {
        "resource": [
          "post"
        ],
        "operation": [
          "getAllOfCollection",
          "getAll"
        ]
      }
    }
  },
  {
    "displayName": "Limit",
    "name": "limit",
    "type": "number",
    "typeOptions": {
      "minValue": 1
    },
    "default": 50,
    "description": "Max number of results to return",
    "displayOptions": {
      "show": {
        "resource": [
          "post"
        ],
        "returnAll": [
          false
        ],
        "operation": [
          "getAllOfCollection",
          "getAll"
        ]
      }
    }
  },
  {
    "displayName": "Filters",
    "name": "filters",
    "type": "collection",
    "placeholder": "Add Filter",
    "default": {},
    "options": [
      {
        "displayName": "Created From",
        "name": "createdFrom",
        "description": "Created at or after this moment: <code>YYYY-MM-DD HH:MM:SS</code>, UTC",
        "type": "dateTime",
        "default": ""
      },
      {
        "displayName": "Created To",
        "name": "createdTo",
        "description": "Created at or before this moment: <code>YYYY-MM-DD HH:MM:SS</code>, UTC; not earlier than <code>created_from</code>",
        "type": "dateTime",
        "default": ""
      },
      {
        "displayName": "Post Type",
        "name": "postType",
        "description": "Only posts of this type",
        "type": "options",
        "options": [
          {
            "name": "Document",
            "value": "DOCUMENT"
          },
          {
            "name": "Engage Comment",
            "value": "ENGAGE_COMMENT"
          },
          {
            "name": "Image",
            "value": "IMAGE"
          },
          {
            "name": "Multimedia",
            "value": "MULTIMEDIA"
          },
          {
            "name": "Poll",
            "value": "POLL"
          },
          {
            "name": "Reel",
            "value": "REEL"
          },
          {
            "name": "Short",
            "value": "SHORT"
          },
          {
            "name": "Slides",
            "value": "SLIDES"
          },
          {
            "name": "Story",
            "value": "STORY"
          },
          {
            "name": "Text",
            "value": "TEXT"
          },
          {
            "name": "Thread",
            "value": "THREAD"
          },
          {
            "name": "TikTok",
            "value": "TIKTOK"
          },
          {
            "name": "Video",
            "value": "VIDEO"
          }
        ],
        "default": "DOCUMENT"
      },
      {
        "displayName": "Posting Type",
        "name": "postingType",
        "description": "Only posts in this mode",
        "type": "options",
        "options": [
          {
            "name": "Now",
            "value": "NOW"
          },
          {
            "name": "Schedule",
            "value": "SCHEDULE"
          },
          {
            "name": "Queue",
            "value": "QUEUE"
          },
          {
            "name": "Draft",
            "value": "DRAFT"
          }
        ],
        "default": "NOW"
      },
      {
        "displayName": "Sort By",
        "name": "sortBy",
        "description": "Sort key; ties are broken by id",
        "type": "options",
        "options": [
          {
            "name": "Created At",
            "value": "created_at"
          },
          {
            "name": "ID",
            "value": "id"
          },
          {
            "name": "Post Date",
            "value": "post_date"
          },
          {
            "name": "Title",
            "value": "title"
          },
          {
            "name": "Updated At",
            "value": "updated_at"
          }
        ],
        "default": "id"
      },
      {
        "displayName": "Sort Order",
        "name": "sortOrder",
        "description": "Sort direction",
        "type": "options",
        "options": [
          {
            "name": "Desc",
            "value": "desc"
          },
          {
            "name": "Asc",
            "value": "asc"
          }
        ],
        "default": "desc"
      },
      {
        "displayName": "Status",
        "name": "status",
        "description": "Only posts in this state",
        "type": "options",
        "options": [
          {
            "name": "Pending",
            "value": "PENDING"
          },
          {
            "name": "Draft",
            "value": "DRAFT"
          },
          {
            "name": "Published",
            "value": "PUBLISHED"
          }
        ],
        "default": "PENDING"
      }
    ],
    "displayOptions": {
      "show": {
        "resource": [
          "post"
        ],
        "operation": [
          "getAllOfCollection"
        ]
      }
    }
  },
  {
    "displayName": "Filters",
    "name": "filters",
    "type": "collection",
    "placeholder": "Add Filter",
    "default": {},
    "options": [
      {
        "displayName": "Collection Name or ID",
        "name": "collectionId",
        "type": "options",
        "typeOptions": {
          "loadOptionsMethod": "getCollections",
          "loadOptionsDependsOn": [
            "brandId.value"
          ]
        },
        "default": "",
        "description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
      },
      {
        "displayName": "Created From",
        "name": "createdFrom",
        "description": "Created at or after this moment: <code>YYYY-MM-DD HH:MM:SS</code>, UTC",
        "type": "dateTime",
        "default": ""
      },
      {
        "displayName": "Created To",
        "name": "createdTo",
        "description": "Created at or before this moment: <code>YYYY-MM-DD HH:MM:SS</code>, UTC; not earlier than <code>created_from</code>",
        "type": "dateTime",
        "default": ""
      },
      {
        "displayName": "Post Type",
        "name": "postType",
        "description": "Only posts of this type",
        "type": "options",
        "options": [
          {
            "name": "Document",
            "value": "DOCUMENT"
          },
          {
            "name": "Engage Comment",
            "value": "ENGAGE_COMMENT"
          },
          {
            "name": "Image",
            "value": "IMAGE"
          },
          {
            "name": "Multimedia",
            "value": "MULTIMEDIA"
          },
          {
            "name": "Poll",
            "value": "POLL"
          },
          {
            "name": "Reel",
            "value": "REEL"
          },
          {
            "name": "Short",
            "value": "SHORT"
          },
          {
            "name": "Slides",
            "value": "SLIDES"
          },
          {
            "name": "Story",
            "value": "STORY"
          },
          {
            "name": "Text",
            "value": "TEXT"
          },
          {
            "name": "Thread",
            "value": "THREAD"
          },
          {
            "name": "TikTok",
            "value": "TIKTOK"
          },
          {
            "name": "Video",
            "value": "VIDEO"
          }
        ],
        "default": "DOCUMENT"
      },
      {
        "displayName": "Posting Type",
        "name": "postingType",
        "description": "Only posts in this mode",
        "type": "options",
        "options": [
          {
            "name": "Now",
            "value": "NOW"
          },
          {
            "name": "Schedule",
            "value": "SCHEDULE"
          },
          {
            "name": "Queue",
            "value": "QUEUE"
          },
          {
            "name": "Draft",
            "value": "DRAFT"
          }
        ],
        "default": "NOW"
      },
      {
        "displayName": "Sort By",
        "name": "sortBy",
        "description": "Sort key; ties are broken by id",
        "type": "options",
        "options": [
          {
            "name": "Created At",
            "value": "created_at"
          },
          {
            "name": "ID",
            "value": "id"
          },
          {
            "name": "Post Date",
            "value": "post_date"
          },
          {
            "name": "Title",
            "value": "title"
          },
          {
            "name": "Updated At",
            "value": "updated_at"
          }
        ],
        "default": "id"
      },
      {
        "displayName": "Sort Order",
        "name": "sortOrder",
        "description": "Sort direction",
        "type": "options",
        "options": [
          {
            "name": "Desc",
            "value": "desc"
          },
          {
            "name": "Asc",
            "value": "asc"
          }
        ],
        "default": "desc"
      },
      {
        "displayName": "Status",
        "name": "status",
        "description": "Only posts in this state",
        "type": "options",
        "options": [
          {
            "name": "Pending",
            "value": "PENDING"
          },
          {
            "name": "Draft",
            "value": "DRAFT"
          },
          {
            "name": "Published",
            "value": "PUBLISHED"
          }
        ],
        "default": "PENDING"
      },
      {
        "displayName": "View",
        "name": "view",
        "description": "<code>QUEUE</code>: pending queued posts; <code>SCHEDULED</code>: pending scheduled and immediate posts; <code>DRAFT</code>; <code>PUBLISHED</code>",
        "type": "options",
        "options": [
          {
            "name": "Queue",
            "value": "QUEUE"
          },
          {
            "name": "Scheduled",
            "value": "SCHEDULED"
          },
          {
            "name": "Draft",
            "value": "DRAFT"
          },
          {
            "name": "Published",
            "value": "PUBLISHED"
          }
        ],
        "default": "QUEUE"
      }
    ],
    "displayOptions": {
      "show": {
        "resource": [
          "post"
        ],
        "operation": [
          "getAll"
        ]
      }
    }
  },
  {
    "displayName": "Publish Mode",
    "name": "publishMode",
    "description": "When it goes out",
    "type": "options",
    "options": [
      {
        "name": "Queue",
        "value": "QUEUE"
      },
      {
        "name": "Schedule",
        "value": "SCHEDULE"
      },
      {
        "name": "Immediate",
        "value": "IMMEDIATE"
      },
      {
        "name": "Draft",
        "value": "DRAFT"
      }
    ],
    "default": "QUEUE",
    "required": true,
    "displayOptions": {
      "show": {
        "resource": [
          "post"
        ],
        "operation": [
          "create"
        ]
      }
    }
  },
  {
    "displayName": "Caption",
    "name": "caption",
    "description": "Required unless <code>poll</code> is set",
    "type": "string",
    "typeOptions": {
      "rows": 4
    },
    "placeholder": "e.g. Fresh croissants from 7 a.m.",
    "default": "",
    "displayOptions": {
      "show": {
        "resource": [
          "post"
        ],
        "operation": [
          "create"
        ]
      }
    }
  },
  {
    "displayName": "Scheduled At",
    "name": "scheduledAt",
    "description": "<code>YYYY-MM-DD HH:MM:SS</code> in the brand's timezone, at least 10 minutes in the future. Required when <code>publishMode</code> is <code>SCHEDULE</code>.",
    "type": "dateTime",
    "default": "",
    "required": true,
    "displayOptions": {
      "show": {
        "resource": [
          "post"
        ],
        "publishMode": [
          "SCHEDULE"
        ],
        "operation": [
          "create"
        ]
      }
    }
  },
  {
    "displayName": "Additional Fields",
    "name": "additionalFields",
    "type": "collection",
    "placeholder": "Add Field",
    "default": {},
    "options": [
      {
        "displayName": "Alt",
        "name": "alt",
        "description": "Alternative text of the images",
        "type": "string",
        "placeholder": "e.g. A tray of croissants",
        "default": ""
      },
      {
        "displayName": "Auto Thread Text",
        "name": "autoThreadText",
        "type": "boolean",
        "default": false,
        "description": "Whether the text is split: at triple newlines into a thread of up to 10 segments; without them, on networks with threads, if it is too long"
      },
      {
        "displayName": "Comment",
        "name": "comment",
        "description": "Applied to every channel that supports comments",
        "type": "fixedCollection",
        "placeholder": "Add Comment",
        "default": {},
        "options": [
          {
            "displayName": "Comment",
            "name": "value",
            "values": [
              {
                "displayName": "Comment",
                "name": "comment",
                "description": "The text",
                "type": "string",
                "typeOptions": {
                  "rows": 4
                },
                "placeholder": "e.g. Order by noon for tomorrow.",
                "default": ""
              },
              {
                "displayName": "Delay",
                "name": "delay",
                "description": "Seconds to wait after publishing",
                "type": "number",
                "default": 0,
                "typeOptions": {
                  "minValue": 0,
                  "maxValue": 2592000
                }
              }
            ]
          }
        ]
      },
      {
        "displayName": "Link",
        "name": "link",
        "description": "Google Business LEARN_MORE button and Pinterest destination",
        "type": "string",
        "typeOptions": {
          "rows": 4
        },
        "placeholder": "e.g. https://shop.example/croissants",
        "default": ""
      },
      {
        "displayName": "Media",
        "name": "media",
        "description": "Files of the brand's media by id, or public addresses",
        "type": "fixedCollection",
        "typeOptions": {
          "multipleValues": true
        },
        "placeholder": "Add Media",
        "default": {},
        "options": [
          {
            "displayName": "Media",
            "name": "values",
            "values": [
              {
                "displayName": "ID",
                "name": "id",
                "description": "From an upload or the media list",
                "type": "string",
                "placeholder": "e.g. m_8kx2f7qz4v0c9n1d",
                "default": ""
              },
              {
                "displayName": "URL",
                "name": "url",
                "description": "Public address; the service downloads it",
                "type": "string",
                "placeholder": "e.g. https://shop.example/croissant.jpg",
                "default": ""
              }
            ]
          }
        ]
      },
      {
        "displayName": "Platforms",
        "name": "platforms",
        "description": "Options of individual platforms; others ignore them",
        "type": "fixedCollection",
        "placeholder": "Add Platforms",
        "default": {},
        "options": [
          {
            "displayName": "Facebook",
            "name": "facebook",
            "values": [
              {
                "displayName": "Collab",
                "name": "collab",
                "description": "User name, or several",
                "type": "string",
                "typeOptions": {
                  "multipleValues": true,
                  "multipleValueButtonText": "Add Collab"
                },
                "default": []
              },
              {
                "displayName": "More",
                "name": "more",
                "type": "collection",
                "placeholder": "Add Field",
                "default": {},
                "options": [
                  {
                    "displayName": "Location",
                    "name": "location",
                    "type": "fixedCollection",
                    "placeholder": "Add Location",
                    "default": {},
                    "options": [
                      {
                        "displayName": "Location",
                        "name": "value",
                        "values": [
                          {
                            "displayName": "ID",
                            "name": "id",
                            "description": "Id of the place",
                            "type": "string",
                            "placeholder": "e.g. 106377336067638",
                            "default": ""
                          },
                          {
                            "displayName": "Name",
                            "name": "name",
                            "description": "Name of the place",
                            "type": "string",
                            "placeholder": "e.g. Berlin",
                            "default": ""
                          }
                        ]
                      }
                    ]
                  }
                ]
              }
            ]
          },
          {
            "displayName": "Google Business",
            "name": "googlemybusiness",
            "values": [
              {
                "displayName": "More",
                "name": "more",
                "type": "collection",
                "placeholder": "Add Field",
                "default": {},
                "options": [
                  {
                    "displayName": "Upload to Photos Section",
                    "name": "uploadToPhotosSection",
                    "type": "boolean",
                    "default": false,
                    "description": "Whether to add the image to the profile's photos"
                  }
                ]
              }
            ]
          },
          {
            "displayName": "Instagram",
            "name": "instagram",
            "values": [
              {
                "displayName": "Collab",
                "name": "collab",
                "description": "User name, or several",
                "type": "string",
                "typeOptions": {
                  "multipleValues": true,
                  "multipleValueButtonText": "Add Collab"
                },
                "default": []
              },
              {
                "displayName": "More",
                "name": "more",
                "type": "collection",
                "placeholder": "Add Field",
                "default": {},
                "options": [
                  {
                    "displayName": "Location",
                    "name": "location",
                    "type": "fixedCollection",
                    "placeholder": "Add Location",
                    "default": {},
                    "options": [
                      {
                        "displayName": "Location",
                        "name": "value",
                        "values": [
                          {
                            "displayName": "ID",
                            "name": "id",
                            "description": "Id of the place",
                            "type": "string",
                            "placeholder": "e.g. 106377336067638",
                            "default": ""
                          },
                          {
                            "displayName": "Name",
                            "name": "name",
                            "description": "Name of the place",
                            "type": "string",
                            "placeholder": "e.g. Berlin",
                            "default": ""
                          }
                        ]
                      }
                    ]
                  },
                  {
                    "displayName": "Share to Feed",
                    "name": "shareToFeed",
                    "type": "boolean",
                    "default": false,
                    "description": "Whether a reel shows in the feed too"
                  }
                ]
              },
              {
                "displayName": "Trial Reel",
                "name": "trialReel",
                "description": "How a trial reel graduates",
                "type": "string",
                "placeholder": "e.g. MANUAL",
                "default": ""
              }
            ]
          },
          {
            "displayName": "TikTok",
            "name": "tiktok",
            "values": [
              {
                "displayName": "More",
                "name": "more",
                "type": "collection",
                "placeholder": "Add Field",
                "default": {},
                "options": [
                  {
                    "displayName": "Auto Add Music",
                    "name": "autoAddMusic",
                    "type": "boolean",
                    "default": false,
                    "description": "Whether TikTok adds music"
                  },
                  {
                    "displayName": "Send to Inbox",
                    "name": "sendToInbox",
                    "type": "boolean",
                    "default": false,
                    "description": "Whether to finish in the app"
                  }
                ]
              }
            ]
          },
          {
            "displayName": "YouTube",
            "name": "youtube",
            "values": [
              {
                "displayName": "More",
                "name": "more",
                "type": "collection",
                "placeholder": "Add Field",
                "default": {},
                "options": [
                  {
                    "displayName": "Playlists",
                    "name": "playlists",
                    "description": "Playlists by channel",
                    "type": "fixedCollection",
                    "typeOptions": {
                      "multipleValues": true
                    },
                    "placeholder": "Add Playlist",
                    "default": {},
                    "options": [
                      {
                        "displayName": "Playlists",
                        "name": "values",
                        "values": [
                          {
                            "displayName": "Channel Name or ID",
                            "name": "channelId",
                            "type": "options",
                            "typeOptions": {
                              "loadOptionsMethod": "getChannels",
                              "loadOptionsDependsOn": [
                                "brandId.value"
                              ]
                            },
                            "default": "",
                            "description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
                          },
                          {
                            "displayName": "Playlist Ids",
                            "name": "playlistIds",
                            "type": "string",
                            "typeOptions": {
                              "multipleValues": true,
                              "multipleValueButtonText": "Add Playlist Id"
                            },
                            "default": []
                          }
                        ]
                      }
                    ]
                  }
                ]
              },
              {
                "displayName": "Tags",
                "name": "tags",
                "description": "Keywords of the video",
                "type": "string",
                "typeOptions": {
                  "multipleValues": true,
                  "multipleValueButtonText": "Add Tag"
                },
                "default": []
              }
            ]
          }
        ]
      },
      {
        "displayName": "Poll",
        "name": "poll",
        "description": "For LinkedIn, X, Telegram, Threads, Mastodon and Bluesky; other channels use the caption only",
        "type": "fixedCollection",
        "placeholder": "Add Poll",
        "default": {},
        "options": [
          {
            "displayName": "Poll",
            "name": "value",
            "values": [
              {
                "displayName": "Explanation",
                "name": "explanation",
                "description": "Shown after voting",
                "type": "string",
                "placeholder": "e.g. Plums are in season.",
                "default": ""
              },
              {
                "displayName": "More",
                "name": "more",
                "type": "collection",
                "placeholder": "Add Field",
                "default": {},
                "options": [
                  {
                    "displayName": "Correct Option Index",
                    "name": "correctOptionIndex",
                    "description": "Zero-based; makes it a quiz",
                    "type": "number",
                    "default": 0,
                    "typeOptions": {
                      "minValue": 0
                    }
                  }
                ]
              },
              {
                "displayName": "Options",
                "name": "options",
                "description": "The answers, 2 to 4",
                "type": "string",
                "typeOptions": {
                  "multipleValues": true,
                  "multipleValueButtonText": "Add Option"
                },
                "default": []
              },
              {
                "displayName": "Period",
                "name": "period",
                "description": "How long it runs",
                "type": "options",
                "options": [
                  {
                    "name": "1d",
                    "value": "1d"
                  },
                  {
                    "name": "3d",
                    "value": "3d"
                  },
                  {
                    "name": "7d",
                    "value": "7d"
                  }
                ],
                "default": "1d"
              },
              {
                "displayName": "Question",
                "name": "question",
                "description": "The question",
                "type": "string",
                "placeholder": "e.g. Which cake next?",
                "default": ""
              }
            ]
          }
        ]
      },
      {
        "displayName": "Post as Story",
        "name": "postAsStory",
        "type": "boolean",
        "default": false,
        "description": "Whether it becomes a story on Instagram and Facebook; other platforms publish a regular post"
      },
      {
        "displayName": "Title",
        "name": "title",
        "description": "Used by YouTube, Pinterest and similar",
        "type": "string",
        "placeholder": "e.g. Croissants",
        "default": ""
      }
    ],
    "displayOptions": {
      "show": {
        "resource": [
          "post"
        ],
        "operation": [
          "create"
        ]
      }
    }
  },
  {
    "displayName": "Post",
    "name": "postId",
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
          "searchListMethod": "searchPosts",
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
              "errorMessage": "The ID of a post is a number"
            }
          }
        ]
      }
    ],
    "displayOptions": {
      "show": {
        "resource": [
          "post"
        ],
        "operation": [
          "update",
          "delete"
        ]
      }
    }
  },
  {
    "displayName": "Publish Mode",
    "name": "publishMode",
    "description": "Where the post goes; <code>IMMEDIATE</code> is not accepted here",
    "type": "options",
    "options": [
      {
        "name": "Unchanged",
        "value": ""
      },
      {
        "name": "Draft",
        "value": "DRAFT"
      },
      {
        "name": "Schedule",
        "value": "SCHEDULE"
      },
      {
        "name": "Queue",
        "value": "QUEUE"
      }
    ],
    "default": "",
    "displayOptions": {
      "show": {
        "resource": [
          "post"
        ],
        "operation": [
          "update"
        ]
      }
    }
  },
  {
    "displayName": "Scheduled At",
    "name": "scheduledAt",
    "description": "<code>YYYY-MM-DD HH:MM:SS</code> in the brand's timezone, at least 10 minutes in the future. Required with <code>SCHEDULE</code>, not allowed without it.",
    "type": "dateTime",
    "default": "",
    "required": true,
    "displayOptions": {
      "show": {
        "resource": [
          "post"
        ],
        "publishMode": [
          "SCHEDULE"
        ],
        "operation": [
          "update"
        ]
      }
    }
  },
  {
    "displayName": "Queue Position",
    "name": "queuePosition",
    "description": "Which end of the queue. Alone or with <code>publishMode</code> <code>QUEUE</code>.",
    "type": "options",
    "options": [
      {
        "name": "Unchanged",
        "value": ""
      },
      {
        "name": "Front",
        "value": "FRONT"
      },
      {
        "name": "Back",
        "value": "BACK"
      }
    ],
    "default": "",
    "displayOptions": {
      "show": {
        "resource": [
          "post"
        ],
        "operation": [
          "update"
        ]
      }
    }
  },
  {
    "displayName": "Operation",
    "name": "operation",
    "type": "options",
    "noDataExpression": true,
    "displayOptions": {
      "show": {
        "resource": [
          "publishedPost"
        ]
      }
    },
    "options": [
      {
        "name": "Get Many",
        "value": "getAll",
        "description": "One entry per post per channel, with delivery status and engagement counts. One status per request, <code>PUBLISHED</code> by default; to check one post on every channel, repeat the request for each status.",
        "action": "List published results"
      }
    ],
    "default": "getAll"
  },
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
    ],
    "displayOptions": {
      "show": {
        "resource": [
          "publishedPost"
        ],
        "operation": [
          "getAll"
        ]
      }
    }
  },
  {
    "displayName": "Return All",
    "name": "returnAll",
    "type": "boolean",
    "default": false,
    "description": "Whether to return all results or only up to a given limit",
    "displayOptions": {
      "show": {
        "resource": [
          "publishedPost"
        ],
        "operation": [
          "getAll"
        ]
      }
    }
  },
  {
    "displayName": "Limit",
    "name": "limit",
    "type": "number",
    "typeOptions": {
      "minValue": 1
    },
    "default": 50,
    "description": "Max number of results to return",
    "displayOptions": {
      "show": {
        "resource": [
          "publishedPost"
        ],
        "returnAll": [
          false
        ],
        "operation": [
          "getAll"
        ]
      }
    }
  },
  {
    "displayName": "Filters",
    "name": "filters",
    "type": "collection",
    "placeholder": "Add Filter",
    "default": {},
    "options": [
      {
        "displayName": "Channel Name or ID",
        "name": "channelId",
        "type": "options",
        "typeOptions": {
          "loadOptionsMethod": "getChannels",
          "loadOptionsDependsOn": [
            "brandId.value"
          ]
        },
        "default": "",
        "description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
      },
      {
        "displayName": "Collection Name or ID",
        "name": "collectionId",
        "type": "options",
        "typeOptions": {
          "loadOptionsMethod": "getCollections",
          "loadOptionsDependsOn": [
            "brandId.value"
          ]
        },
        "default": "",
        "description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
      },
      {
        "displayName": "Post ID",
        "name": "postId",
        "description": "Only entries of this post",
        "type": "number",
        "default": 1,
        "typeOptions": {
          "minValue": 1
        }
      },
      {
        "displayName": "Post Type",
        "name": "postType",
        "description": "Only entries of this type; an unknown one finds nothing",
        "type": "string",
        "placeholder": "e.g. TEXT",
        "default": ""
      },
      {
        "displayName": "Published From",
        "name": "publishedFrom",
        "description": "Published at or after this moment: <code>YYYY-MM-DD HH:MM:SS</code>, UTC",
        "type": "dateTime",
        "default": ""
      },
      {
        "displayName": "Published To",
        "name": "publishedTo",
        "description": "Published at or before this moment: <code>YYYY-MM-DD HH:MM:SS</code>, UTC; not earlier than <code>published_from</code>",
        "type": "dateTime",
        "default": ""
      },
      {
        "displayName": "Search",
        "name": "search",
        "description": "Case-insensitive match on the published text",
        "type": "string",
        "placeholder": "e.g. croissant",
        "default": ""
      },
      {
        "displayName": "Sort By",
        "name": "sortBy",
        "description": "Sort key; ties are broken by id",
        "type": "options",
        "options": [
          {
            "name": "Comments",
            "value": "comments"
          },
          {
            "name": "Created At",
            "value": "created_at"
          },
          {
            "name": "ID",
            "value": "id"
          },
          {
            "name": "Likes",
            "value": "likes"
          },
          {
            "name": "Shares",
            "value": "shares"
          }
        ],
        "default": "id"
      },
      {
        "displayName": "Sort Order",
        "name": "sortOrder",
        "description": "Sort direction",
        "type": "options",
        "options": [
          {
            "name": "Desc",
            "value": "desc"
          },
          {
            "name": "Asc",
            "value": "asc"
          }
        ],
        "default": "desc"
      },
      {
        "displayName": "Status",
        "name": "status",
        "description": "One per request; entries in other states are left out",
        "type": "options",
        "options": [
          {
            "name": "Failed",
            "value": "FAILED"
          },
          {
            "name": "Published",
            "value": "PUBLISHED"
          },
          {
            "name": "Retrying",
            "value": "RETRYING"
          },
          {
            "name": "Sent",
            "value": "SENT"
          },
          {
            "name": "Skipped",
            "value": "SKIPPED"
          }
        ],
        "default": "PUBLISHED"
      }
    ],
    "displayOptions": {
      "show": {
        "resource": [
          "publishedPost"
        ],
        "operation": [
          "getAll"
        ]
      }
    }
  }
];

export const requestPlans: Readonly<Record<string, RequestPlan>> = {
  "profile:get": {
    "method": "GET",
    "path": "/v1/me",
    "query": [],
    "body": [],
    "times": [],
    "paginated": false,
    "upload": false
  },
  "profile:validateToken": {
    "method": "GET",
    "path": "/v1/auth",
    "query": [],
    "body": [],
    "times": [],
    "paginated": false,
    "upload": false
  },
  "brand:getAll": {
    "method": "GET",
    "path": "/v1/brands",
    "query": [],
    "body": [],
    "times": [],
    "paginated": true,
    "upload": false
  },
  "brand:getSchedule": {
    "method": "GET",
    "path": "/v1/brands/{brandId}/schedule",
    "query": [],
    "body": [],
    "times": [],
    "paginated": false,
    "upload": false
  },
  "channel:getAll": {
    "method": "GET",
    "path": "/v1/brands/{brandId}/channels",
    "query": [],
    "body": [],
    "times": [],
    "paginated": true,
    "upload": false
  },
  "collection:getAll": {
    "method": "GET",
    "path": "/v1/brands/{brandId}/collections",
    "query": [],
    "body": [],
    "times": [],
    "paginated": true,
    "upload": false
  },
  "collection:create": {
    "method": "POST",
    "path": "/v1/brands/{brandId}/collections",
    "query": [],
    "body": [
      "title",
      "description",
      "maxRepublish",
      "channels",
      "queues"
    ],
    "times": [],
    "paginated": false,
    "upload": false
  },
  "automation:getAll": {
    "method": "GET",
    "path": "/v1/brands/{brandId}/automations",
    "query": [],
    "body": [],
    "times": [],
    "paginated": true,
    "upload": false
  },
  "automation:create": {
    "method": "POST",
    "path": "/v1/brands/{brandId}/automations",
    "query": [],
    "body": [
      "name",
      "collectionId",
      "type",
      "feedUrl",
      "importAsType",
      "title",
      "caption",
      "loadOldPosts",
      "addPostsAsDraft",
      "refreshRate"
    ],
    "times": [],
    "paginated": false,
    "upload": false
  },
  "media:getAll": {
    "method": "GET",
    "path": "/v1/brands/{brandId}/media",
    "query": [
      "type"
    ],
    "body": [],
    "times": [],
    "paginated": true,
    "upload": false
  },
  "media:upload": {
    "method": "POST",
    "path": "/v1/brands/{brandId}/media",
    "query": [],
    "body": [],
    "times": [],
    "paginated": false,
    "upload": true
  },
  "post:getAllOfCollection": {
    "method": "GET",
    "path": "/v1/brands/{brandId}/collections/{collectionId}/posts",
    "query": [
      "status",
      "postType",
      "postingType",
      "createdFrom",
      "createdTo",
      "sortBy",
      "sortOrder"
    ],
    "body": [],
    "times": [
      "createdFrom",
      "createdTo"
    ],
    "paginated": true,
    "upload": false
  },
  "post:getAll": {
    "method": "GET",
    "path": "/v1/brands/{brandId}/posts",
    "query": [
      "status",
      "postType",
      "postingType",
      "createdFrom",
      "createdTo",
      "sortBy",
      "sortOrder",
      "collectionId",
      "view"
    ],
    "body": [],
    "times": [
      "createdFrom",
      "createdTo"
    ],
    "paginated": true,
    "upload": false
  },
  "post:create": {
    "method": "POST",
    "path": "/v1/brands/{brandId}/collections/{collectionId}/posts",
    "query": [],
    "body": [
      "publishMode",
      "caption",
      "poll",
      "title",
      "alt",
      "link",
      "scheduledAt",
      "postAsStory",
      "autoThreadText",
      "comment",
      "media",
      "platforms"
    ],
    "times": [
      "scheduledAt"
    ],
    "paginated": false,
    "upload": false
  },
  "post:update": {
    "method": "PATCH",
    "path": "/v1/brands/{brandId}/posts/{postId}",
    "query": [],
    "body": [
      "publishMode",
      "scheduledAt",
      "queuePosition"
    ],
    "times": [
      "scheduledAt"
    ],
    "paginated": false,
    "upload": false
  },
  "post:delete": {
    "method": "DELETE",
    "path": "/v1/brands/{brandId}/posts/{postId}",
    "query": [],
    "body": [],
    "times": [],
    "paginated": false,
    "upload": false
  },
  "publishedPost:getAll": {
    "method": "GET",
    "path": "/v1/brands/{brandId}/published-posts",
    "query": [
      "status",
      "collectionId",
      "channelId",
      "postId",
      "postType",
      "search",
      "publishedFrom",
      "publishedTo",
      "sortBy",
      "sortOrder"
    ],
    "body": [],
    "times": [
      "publishedFrom",
      "publishedTo"
    ],
    "paginated": true,
    "upload": false
  }
};
