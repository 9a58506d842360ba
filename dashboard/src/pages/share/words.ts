import { wordsOf } from "../../language/words.ts";

export const english = {
  title: "Share",
  lead: "Nothing is uploaded or saved until you write a post with it.",
  brand: "Brand",
  collection: "Collection",
  noCollections: "This brand has no collection yet: create one first.",
  what: "What you are sharing",
  files: "Files",
  file: "{name}, {size}",
  write: "Write a post",
  nothing: "There is nothing to share here",
  nothingText: "Share something from another app or page, and it appears here. What is not used within a day is forgotten.",
  notKept: "This could not be shared",
  notKeptText:
    "Your browser had no room for it, or keeps nothing for this page. Share fewer or smaller files, or add them to a post yourself.",
  noBrands: "You cannot write posts in any brand. Ask an admin of a brand to make you an editor.",
  settings: "Share from anywhere",
  settingsLead: "Send what you see on another page or in another app to a post here. You check it first: sharing publishes nothing.",
  bookmarklet: "From any page",
  bookmarkletLead:
    "Drag the button to the bookmarks bar of your browser. On any page, click it: a small window opens with the page’s title, its address and what is selected on it.",
  bookmark: "Share with Rostrum",
  bookmarkHint: "Drag it to the bookmarks bar. Clicking it here does nothing.",
  bookmarkCode: "Or make a bookmark yourself, with this as its address",
  bookmarkLimits: "In some browsers, some pages stop bookmarks from working. On those, copy the page’s address and write a post with it.",
  phone: "From a phone",
  phoneLead:
    "Install the dashboard as an app: it is then in the list that opens when you share a text, a link, pictures or videos in another app.",
  phoneSteps: {
    android: "Android: open this page in Chrome, Edge or Samsung Internet, and choose “Install app” or “Add to home screen” in its menu.",
    apple:
      "iPhone and iPad: “Add to Home Screen” in Safari’s share menu makes an app too, but Apple does not let such apps appear in the share menu.",
    computer: "Computers: Chrome and Edge show a button for it in the address bar.",
  },
  phoneNeeds: "Browsers offer this for services with https, and on the machine that the service runs on.",
} as const;

export const words = wordsOf("share", english);
