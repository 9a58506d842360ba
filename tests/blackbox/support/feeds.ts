/** Small feeds of every format, with the same two items. */

export const RSS = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Bakery</title><link>https://shop.example/</link><description>News</description>
<item><title>Croissants &amp; more</title><link>https://shop.example/croissants</link><guid isPermaLink="false">n-2</guid><description>&lt;p&gt;Fresh&lt;/p&gt;</description><pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate></item>
<item><title>Bread</title><link>https://shop.example/bread</link><guid isPermaLink="false">n-1</guid><description>Warm</description><pubDate>Thu, 19 Nov 2026 10:00:00 GMT</pubDate></item>
</channel></rss>`;

export const RDF = `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="https://shop.example/"><title>Bakery</title><link>https://shop.example/</link><description>News</description></channel>
<item rdf:about="https://shop.example/bread"><title>Bread</title><link>https://shop.example/bread</link></item></rdf:RDF>`;

export const ATOM = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Bakery</title><id>urn:bakery</id><updated>2026-11-20T10:00:00Z</updated>
<entry><title>Croissants</title><id>urn:n-2</id><link href="https://shop.example/croissants"/><updated>2026-11-20T10:00:00Z</updated><summary>Fresh</summary></entry>
<entry><title>Bread</title><id>urn:n-1</id><link href="https://shop.example/bread"/><updated>2026-11-19T10:00:00Z</updated></entry></feed>`;

export const JSON_FEED = JSON.stringify({
  version: "https://jsonfeed.org/version/1.1",
  title: "Bakery",
  items: [
    { id: "n-2", url: "https://shop.example/croissants", title: "Croissants", content_text: "Fresh" },
    { id: "n-1", url: "https://shop.example/bread", title: "Bread", content_text: "Warm" },
  ],
});

export const EMPTY_RSS = `<?xml version="1.0"?><rss version="2.0"><channel><title>New</title><link>https://shop.example/</link><description>None yet</description></channel></rss>`;

/** A page that links to its feed. */
export function pageWithFeed(href: string): string {
  return `<!doctype html><html><head><title>Shop</title><link rel="alternate" type="application/rss+xml" href="${href}"></head><body>Hi</body></html>`;
}

export const PAGE_WITHOUT_FEED = "<!doctype html><html><head><title>Shop</title></head><body><p>No feed here</p></body></html>";
