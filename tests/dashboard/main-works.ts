import { aPicture } from "../../server/src/testing/media.ts";
import type { Keys } from "./keyboard.ts";

/** What people come to a page for, done with keys alone. */
export interface MainWork {
  /** `:name` stands for what the test has made. */
  readonly address: string;
  /** Something of the page that shows that it is there and that the Tab key reaches. */
  readonly own: RegExp;
  /** As a sentence goes on after "by keyboard alone". */
  readonly work: string;
  by(keys: Keys, at: (text: string) => string): Promise<void>;
  /** In the address and what the page says, once it is done. */
  readonly seen: RegExp;
}

const BRAND = "/brands/:brand";

/** One row for each page, and for each dialog that has an address. */
export const MAIN_WORKS: readonly MainWork[] = [
  {
    address: "/",
    own: /Bakery/,
    work: "a brand is found and opened",
    async by(keys) {
      await keys.to(/Find a brand/);
      await keys.type("Bake");
      await keys.to(/^link "Bakery/);
      await keys.press("Enter");
    },
    seen: /\/brands\/\d+\n/,
  },
  {
    address: "/?dialog=brand",
    own: /Create brand/,
    work: "a brand is made",
    async by(keys) {
      await keys.to(/Title/);
      await keys.type("Patisserie");
      await keys.press("Enter");
    },
    seen: /Brand: Patisserie/,
  },
  {
    address: "/welcome",
    own: /Time zone/,
    work: "a brand is named and its networks are ticked",
    async by(keys) {
      await keys.to(/Name/);
      await keys.type("Corner shop");
      await keys.press("Enter");
      await keys.to(/^checkbox "Mastodon/);
      await keys.press("Space");
      await keys.to(/Log in to Mastodon/);
    },
    seen: /checkbox "Mastodon.*\[checked\]/,
  },
  {
    address: "/invitations/:secret",
    own: /Accept/,
    work: "an invitation is accepted",
    async by(keys) {
      await keys.to(/Accept/);
      await keys.press("Enter");
    },
    seen: /\/brands\/\d+\n/,
  },
  {
    address: "/settings/profile",
    own: /Change password/,
    work: "a person's name is changed",
    async by(keys) {
      await keys.to(/Name/);
      await keys.press("Control+a");
      await keys.type("Grace Baker");
      await keys.press("Enter");
    },
    seen: /Your profile is saved\./,
  },
  {
    address: "/settings/api",
    own: /New key/,
    work: "the example is shown in another language",
    async by(keys) {
      await keys.to(/^tab "curl"/);
      await keys.press("ArrowRight");
    },
    seen: /tab "TypeScript" \[selected\]/,
  },
  {
    address: "/settings/api?dialog=key",
    own: /Create key/,
    work: "a key is made",
    async by(keys) {
      await keys.to(/What is it for/);
      await keys.type("Till");
      await keys.press("Enter");
    },
    seen: /rst_\w+/,
  },
  {
    address: "/settings/share",
    own: /Share with Rostrum/,
    work: "the bookmark is copied",
    async by(keys) {
      await keys.to(/button "Copy/);
      await keys.press("Enter");
    },
    seen: /Copied/,
  },
  {
    address: "/share?text=Rolls%20at%20noon",
    own: /Bakery/,
    work: "what was shared becomes a post of the chosen brand",
    async by(keys) {
      await keys.to(/Bakery/);
      await keys.press("Enter");
    },
    seen: /\/write[\s\S]*Rolls at noon/,
  },
  {
    address: "/operator",
    own: /Back up now/,
    work: "a backup is made",
    async by(keys) {
      await keys.to(/Back up now/);
      await keys.press("Enter");
    },
    seen: /rostrum-\d{8}T\d{9}Z\.tar/,
  },
  {
    address: "/operator?tab=networks",
    own: /Set application: TikTok/,
    work: "an application at a network is set",
    async by(keys) {
      await keys.to(/Set application: TikTok/);
      await keys.press("Enter");
      await keys.to(/Client id/);
      await keys.type("key-1");
      await keys.to(/textbox "Client secret/);
      await keys.type("secret-1");
      await keys.press("Enter");
    },
    seen: /The application at TikTok is set\./,
  },
  {
    address: "/operator?tab=people",
    own: /Add a person/,
    work: "a person is added",
    async by(keys) {
      await keys.to(/Add a person/);
      await keys.press("Enter");
      await keys.to(/textbox "Name/);
      await keys.type("Linus Baker");
      await keys.to(/E-mail address/);
      await keys.type("linus@example.org");
      await keys.to(/textbox "Password/);
      await keys.type("correct horse");
      await keys.press("Enter");
    },
    seen: /linus@example\.org can sign in now\./,
  },
  {
    address: BRAND,
    own: /Rye with walnuts/,
    work: "a post of the week is opened",
    async by(keys) {
      await keys.to(/Rye with walnuts/);
      await keys.press("Enter");
    },
    seen: /complementary "[^"]*"|dialog/,
  },
  {
    address: `${BRAND}/write`,
    own: /Queue/,
    work: "a post is written and queued",
    async by(keys) {
      await keys.to(/textbox "Text"/);
      await keys.type("Plaited loaf");
      await keys.press("Control+Enter");
    },
    seen: /Plaited loaf/,
  },
  {
    address: `${BRAND}/posts/:post/edit`,
    own: /Save/,
    work: "a post is changed",
    async by(keys) {
      await keys.to(/textbox "Text"/);
      await keys.press("End");
      await keys.type(" and figs");
      await keys.press("Control+Enter");
    },
    seen: /Rye with walnuts and figs/,
  },
  {
    address: `${BRAND}/calendar`,
    own: /Rye with walnuts/,
    work: "a post is moved to the next day",
    async by(keys) {
      await keys.to(/^link ".*Currant buns/);
      await keys.press("Space");
      await keys.sees(/Over Wednesday, November 25, 2026\./);
      await keys.press("ArrowRight");
      await keys.sees(/Over Thursday, November 26, 2026\./);
      await keys.press("Space");
    },
    seen: /link "[^"]*Currant buns[^"]*Thu, Nov 26/,
  },
  {
    address: `${BRAND}/calendar?view=week`,
    own: /Today/,
    work: "the week after is shown",
    async by(keys) {
      await keys.to(/button "Later"/);
      await keys.press("Enter");
    },
    seen: /Calendar: Nov 22 – 28/,
  },
  {
    address: `${BRAND}/calendar?view=list`,
    own: /Rye with walnuts/,
    work: "a post is opened and left again",
    async by(keys) {
      await keys.to(/Currant buns/);
      await keys.press("Enter");
    },
    seen: /complementary "[^"]*"|dialog/,
  },
  {
    address: `${BRAND}/queue`,
    own: /Move Sourdough up/,
    work: "a post is moved to the front",
    async by(keys) {
      await keys.to(/Move Sourdough up/);
      await keys.press("Enter");
    },
    seen: /link "Sourdough"[\s\S]*link "Rye with walnuts/,
  },
  {
    address: `${BRAND}/import`,
    own: /Choose a file/,
    work: "a table of posts is brought in",
    async by(keys) {
      await keys.to(/Choose a file/);
      await keys.choosesFile({
        name: "posts.csv",
        mimeType: "text/csv",
        buffer: Buffer.from("Text,Image URL,Tags,Posting Time\nSeed cake,,,2027-03-04 09:00\n"),
      });
      await keys.sees(/1 post can be imported/);
      await keys.to(/Import 1 post/);
      await keys.press("Enter");
    },
    seen: /1 post has been imported\./,
  },
  {
    address: `${BRAND}/published`,
    own: /Bluesky, .*What happened/,
    work: "what happened to a post is unfolded",
    async by(keys) {
      await keys.to(/Bluesky, .*What happened/);
      await keys.press("Enter");
    },
    seen: /Technical details/,
  },
  {
    address: `${BRAND}/analytics`,
    own: /CSV|Channel|Days|Counts/,
    work: "other days are counted",
    async by(keys) {
      await keys.to(/combobox "Days"/);
      await keys.press("ArrowDown");
    },
    seen: /analytics\?days=\d+/,
  },
  {
    address: `${BRAND}/media`,
    own: /loaf\.png/,
    work: "a file is brought in",
    async by(keys) {
      await keys.to(/Upload files/);
      await keys.choosesFile({ name: "buns.png", mimeType: "image/png", buffer: Buffer.from(await aPicture()) });
    },
    seen: /Show buns\.png/,
  },
  {
    address: `${BRAND}/automations`,
    own: /New automation/,
    work: "a feed becomes an automation",
    async by(keys, at) {
      await keys.to(/New automation/);
      await keys.press("Enter");
      await keys.to(/Address/);
      await keys.type(at(":feed"));
      await keys.press("Enter");
      await keys.sees(/Found: /);
      await keys.to(/Create the automation/);
      await keys.press("Enter");
    },
    seen: /heading "127\.0\.0\.1"/,
  },
  {
    address: `${BRAND}/collections`,
    own: /Bread/,
    work: "a collection is made",
    async by(keys) {
      await keys.to(/New collection/);
      await keys.press("Enter");
      await keys.to(/Title/);
      await keys.type("Cakes");
      await keys.press("Enter");
    },
    seen: /heading "Cakes" \[level=1\]/,
  },
  {
    address: `${BRAND}/collections/:collection`,
    own: /slot/i,
    work: "a slot is added and moved by a day",
    async by(keys) {
      await keys.to(/Add a slot on Tuesday/);
      await keys.press("Enter");
      await keys.to(/button "Add"/);
      await keys.press("Enter");
      await keys.sees(/button "Tuesday \d/);
      await keys.to(/^button "Tuesday \d/);
      await keys.press("ArrowRight");
    },
    seen: /button "Wednesday \d/,
  },
  {
    address: `${BRAND}/channels`,
    own: /Mastodon/,
    work: "a channel is connected, on the network's own page too",
    async by(keys) {
      await keys.to(/Connect channels/);
      await keys.press("Enter");
      await keys.to(/^checkbox "Facebook/);
      await keys.press("Space");
      await keys.to(/Log in to Facebook/);
      await keys.press("Enter");
      await keys.sees(/heading "Log in to Facebook"/);
      await keys.to(/textbox /);
      await keys.type("Ada");
      await keys.to(/Allow everything/);
      await keys.press("Enter");
      await keys.sees(/connect\/log-ins/);
      await keys.to(/^(checkbox|radio) /);
      await keys.press("Space");
      await keys.to(/button "Connect/);
      await keys.press("Enter");
    },
    seen: /channels[\s\S]*list "Channels of this brand"[\s\S]*Facebook/,
  },
  {
    address: `${BRAND}/settings`,
    own: /Save/,
    work: "a brand is renamed",
    async by(keys) {
      await keys.to(/textbox "Title"/);
      await keys.press("End");
      await keys.type(" & Sons");
      await keys.press("Enter");
    },
    seen: /Brand: Bakery & Sons/,
  },
  {
    address: `${BRAND}/notifications`,
    own: /What was published: Bell/,
    work: "what one is told about is chosen",
    async by(keys) {
      await keys.to(/What was published: Bell/);
      await keys.press("Space");
      await keys.to(/button "Save"/);
      await keys.press("Enter");
    },
    seen: /checkbox "What was published: Bell" \[checked\][\s\S]*saved/,
  },
  {
    address: `${BRAND}/history`,
    own: /What/,
    work: "what happened to channels alone is shown",
    async by(keys) {
      await keys.to(/combobox "What"/);
      await keys.type("Channels");
    },
    // The two of the brand, and the one that the row of the channels connects.
    seen: /option "Channels" \[selected\][\s\S]*status: [23] entries[\s\S]*connected the channel/,
  },
  {
    address: `${BRAND}/webhooks?dialog=new`,
    own: /Create webhook/,
    work: "a webhook is made",
    async by(keys) {
      await keys.to(/Address/);
      await keys.type("http://127.0.0.1:9/hook");
      await keys.press("Enter");
      await keys.sees(/whsec_/);
      await keys.to(/Done/);
      await keys.press("Enter");
    },
    seen: /list "Webhooks"[\s\S]*127\.0\.0\.1:9/,
  },
  {
    address: `${BRAND}/webhooks`,
    own: /New webhook/,
    work: "a webhook is tried",
    async by(keys) {
      await keys.to(/Send a test/);
      await keys.press("Enter");
    },
    seen: /A test is on its way/,
  },
];
