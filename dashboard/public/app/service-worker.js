// What the share menu of a device sends is kept here until the page asks for it: docs/sharing.md. Nothing else is ever kept, so no
// page, file or answer can be out of date.

const KEPT_IN = "rostrum-shared";
const KEPT_AT = "/share/kept";
/** Pages of the dashboard. Whatever else there is answers for itself. */
const PAGES = /^\/(?:$|(?:brands|settings|operator|invitations|share|write|calendar)(?:\/|$))/;

addEventListener("install", () => void skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode !== "navigate" || origin !== location.origin) return;
  if (request.method === "POST" && pathname === "/share") event.respondWith(keep(request));
  else if (request.method === "GET" && PAGES.test(pathname)) event.respondWith(fetch(request).catch(offline));
});

/** Keeps what was shared in place of what was shared before, and goes on to the page for it. */
async function keep(request) {
  try {
    const form = await request.formData();
    const cache = await caches.open(KEPT_IN);
    await cache.put(KEPT_AT, new Response(form, { headers: { "x-kept-at": String(Date.now()) } }));
    return Response.redirect("/share?from=device", 303);
  } catch {
    return Response.redirect("/share?from=device&problem=kept", 303);
  }
}

function offline() {
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Offline · Rostrum</title>
<style>body { font-family: system-ui, sans-serif; line-height: 1.5; max-width: 34rem; margin: 20vh auto; padding: 0 1.5rem }
html { background: #f6f4f6; color: #1c181c }
a { color: #7d1f60 }
@media (prefers-color-scheme: dark) { html { background: #131013; color: #f6f4f6 } a { color: #eba3d0 } }</style>
<main>
<h1>Rostrum cannot be reached</h1>
<p>There is no connection to the service. Posts that wait there leave on time all the same. Try again when you are online.</p>
<p><a href="">Try again</a></p>
</main>
</html>`;
  return new Response(page, {
    status: 503,
    headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'" },
  });
}
