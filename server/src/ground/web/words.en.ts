export const english = {
  skip: "Skip to content",
  trail: "Breadcrumb",
  languages: "Language",
  home: "Rostrum, home page",
  error: "Error: {title}",
  said: "Say it once. It goes out everywhere, once.",
  saidMore: "Thirteen networks, one calendar, and a plain answer to “did it go out?”. On your own server.",
  shown: {
    today: { hour: "9:00", text: "Advent starts on the counter.", state: "5 of 5 sent" },
    thursday: { hour: "Thu 8:00", text: "Door 3: the almond croissant.", state: "Planned" },
    friday: { hour: "Fri 16:00", text: "Friday pretzels at four.", state: "Waiting for a yes" },
  },
  failures: {
    missing: "There is no page here",
    missingText: "The address may be mistyped, or what was here is gone.",
    broken: "Something went wrong",
    brokenText: "That is our fault, not yours. What you just did may have worked: check before you do it again.",
    refused: "This did not work",
    home: "Go to the start",
  },
  dashboard: {
    notKept: "This could not be shared",
    notKeptText: "Nothing was kept, because this browser has not opened the dashboard yet. Open it once, then share it again.",
    notBuilt: "The dashboard has not been built",
    notBuiltText: "Everything else works. Run {command} in the directory of the service, then start it again.",
  },
} as const;
