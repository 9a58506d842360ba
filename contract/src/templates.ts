/** What the templates of an automation are unless it has its own. Apart from the schemas, so that clients need not load these. */
export const TITLE_TEMPLATE_DEFAULT = "{{title}}";
export const CAPTION_TEMPLATE_DEFAULT = "{{title}}\n\n{{link}}";
