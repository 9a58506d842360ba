/** RSS 2.0 around items, with the attributes of its root. */
export function rss(items: string, attributes = ""): string {
  return `<?xml version="1.0"?><rss version="2.0" ${attributes}><channel><title>Bakery</title><link>https://shop.example/</link>${items}</channel></rss>`;
}

/** RSS 1.0 around items. */
export function rdf(items: string, attributes = ""): string {
  return `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" ${attributes}><channel rdf:about="https://shop.example/"><title>Bakery</title><link>https://shop.example/</link></channel>${items}</rdf:RDF>`;
}

/** Atom 1.0 around entries. */
export function atom(entries: string, attributes = ""): string {
  return `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" ${attributes}><title>Bakery</title><link href="https://shop.example/"/>${entries}</feed>`;
}

/** Atom 0.3 around entries. */
export function atom03(entries: string): string {
  return `<?xml version="1.0"?><feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>Bakery</title><link rel="alternate" type="text/html" href="https://shop.example/"/>${entries}</feed>`;
}

/** JSON Feed with these items. */
export function json(items: readonly unknown[], more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: "Bakery",
    home_page_url: "https://shop.example/",
    items,
    ...more,
  });
}
