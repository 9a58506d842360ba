import type { FastifyReply } from "fastify";
import type { App } from "../app.ts";
import { html } from "../web/html.ts";
import { sendPage } from "../web/page.ts";

/** What the service's root URL shows to those who are not signed in. */
export function sendStartPage({ config }: Pick<App, "config">, reply: FastifyReply): FastifyReply {
  const { publicUrl, sandbox } = config;
  return sendPage(reply, {
    title: "Start",
    body: html`
<h1>Rostrum</h1>
<p class="lead">Self-hosted social publishing: write a post once and publish it to every channel of its collection, right away, at a set time, or through a weekly queue.</p>
<section aria-labelledby="links">
<h2 id="links">Where to go</h2>
<ul class="plain cards">
<li><a class="card-link" href="/sign-in"><h3>Dashboard</h3><p>Sign in to write and plan posts, and to see what became of them.</p></a></li>
<li><a class="card-link" href="/docs"><h3>API documentation</h3><p>Seventeen operations for brands, channels, collections, posts, media, automations and results.</p></a></li>
${sandbox !== "off" && html`<li><a class="card-link" href="/sandbox/"><h3>Sandbox networks</h3><p>Local networks that speak the platforms’ own APIs. See there what you publish to a sandbox channel.</p></a></li>`}
<li><a class="card-link" href="/connect"><h3>Connect a channel</h3><p>Log in at a network and choose the accounts to publish to.</p></a></li>
<li><a class="card-link" href="/account"><h3>Your account</h3><p>Sign in, connect an assistant, and disconnect apps.</p></a></li>
<li><a class="card-link" href="/openapi-v1.2.0.yaml"><h3>OpenAPI document</h3><p>The machine-readable contract, version 1.2.0.</p></a></li>
</ul>
</section>
<section aria-labelledby="key">
<h2 id="key">Create an API key</h2>
<p><a href="/sign-in">Sign in</a> and open <em>API and programs</em>. Or, on the machine that runs the service, in its directory:</p>
<pre class="code" tabindex="0"><code>npx rostrum admin users create --name "Ada Baker" --email ada@example.com
npx rostrum admin keys create --user ada@example.com --name "My first key"
npx rostrum admin brands create --owner ada@example.com \\
  --title "Corner Bakery" --timezone Europe/Berlin</code></pre>
<p>The key is shown once. Then ask the API who you are:</p>
<pre class="code" tabindex="0"><code>curl -H "Authorization: Bearer $API_KEY" ${publicUrl}/v1/me</code></pre>
</section>`,
  });
}
