import { wordsOf } from "../../language/words.ts";

export const english = {
  tick: "Networks",
  connected: "Connected: {names}",
  byLogIn: "Log in",
  bySandbox: "Log in on the sandbox network",
  byForm: "With a token or an address",
  notReady: "Has to be set up by the operator first",
  logIn: "Log in to {network}",
  logInSandbox: "Log in to {network} (sandbox)",
  connectByForm: "Connect {network}",
  follows: "As soon as it is done, the next one follows by itself.",
  safe: "You log in at the network itself. We keep a key, never your password.",
  ways: "Which way to log in to {network}?",
  byFacebook: "With Facebook",
  byFacebookText: "If your Instagram account belongs to a Facebook Page. One log-in connects the accounts of all your Pages.",
  byInstagram: "With Instagram itself",
  byInstagramText: "If there is no Facebook Page. It needs a professional account, and connects that one.",
  toProfile: "For your profile",
  toProfileText: "Posts appear in your own name.",
  toPages: "For Pages",
  toPagesText: "If you manage Pages of companies. You choose which of them, and your profile too if you like.",
  otherWays: "Other ways to connect",
  sandbox: "Sandbox",
} as const;
export const words = wordsOf("connecting", english);
