/** The start of the page: texts, then the view that the address names. */
import { Problem, me } from "./api.js";
import { loadTexts } from "./i18n.js";
import { applyPrefs } from "./prefs.js";
import { address, followAddress } from "./router.js";
import { bindSound } from "./sound.js";
import { aloneView } from "./views/alone.js";
import { unreachableView } from "./views/closed.js";
import { friendsView } from "./views/friends.js";
import { codeAt, identityAt } from "./views/identity.js";
import { boardAt, leaderboardView } from "./views/leaderboard.js";
import { mount } from "./views/page.js";
import { showRace } from "./views/race.js";
import { retentionView } from "./views/retention.js";
import { startView } from "./views/start.js";
import { offerWayBack } from "./views/still.js";
import { watchListView } from "./views/watch-list.js";

/** How often a page has been asked for. */
let asked = 0;

/** Show what the address names. */
async function show() {
  const where = address();
  if ("race" in where) return showRace(where.race);
  const mine = ++asked;
  try {
    const view = await viewOf(where.way);
    const wanted = () => mine === asked && !("race" in address());
    if (!wanted()) return;
    mount(view);
    await offerWayBack(wanted);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    mount(unreachableView(() => void show()));
  }
}

/** @param {string} way */
async function viewOf(way) {
  if (way === "watch") return watchListView();
  if (way === "you" || codeAt(way) !== null) return identityAt(way);
  if (way === "kept") return retentionView();
  const board = boardAt(way);
  if (board) return leaderboardView(board);
  if (way === "friends") return friendsView(await me());
  return way === "alone" ? aloneView(await me()) : startView();
}

applyPrefs();
bindSound();
await loadTexts("en");
followAddress(() => void show());
await show();
