/** The start of the page: texts, then the view that the address names. */
import { Problem, me } from "./api.js";
import { loadTexts } from "./i18n.js";
import { applyPrefs } from "./prefs.js";
import { address, followAddress } from "./router.js";
import { bindSound } from "./sound.js";
import { aloneView } from "./views/alone.js";
import { unreachableView } from "./views/closed.js";
import { friendsView } from "./views/friends.js";
import { mount } from "./views/page.js";
import { showRace } from "./views/race.js";
import { startView } from "./views/start.js";
import { watchListView } from "./views/watch-list.js";

/** Show what the address names. */
async function show() {
  const where = address();
  if ("race" in where) return showRace(where.race);
  if (where.way === "watch") return mount(watchListView());
  if (where.way !== "friends" && where.way !== "alone") return mount(startView());
  try {
    const known = await me();
    mount(where.way === "friends" ? friendsView(known) : aloneView(known));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    mount(unreachableView(() => void show()));
  }
}

applyPrefs();
bindSound();
await loadTexts("en");
followAddress(() => void show());
await show();
