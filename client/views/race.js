/** A race's page from the door to the rematch: chooses the view that fits, and hands it the news. */
import { getRace, me as whoAmI, Problem } from "../api.js";
import { getToday } from "../daily-api.js";
import { fill, h, nameNode } from "../dom.js";
import { clock, has, parts, t } from "../i18n.js";
import { dropSeat, keepSeat } from "../kept.js";
import { liveRace } from "../race.js";
import { go, holdPage, openRace } from "../router.js";
import { signal } from "../signal.js";
import { endingOf } from "../standing.js";
import { isDone, seatOf } from "../state.js";
import { goneView, unreachableView, veil } from "./closed.js";
import { confirm } from "./confirm.js";
import { dayResultView } from "./day-result.js";
import { doorView } from "./door.js";
import { galleryView } from "./gallery.js";
import { comings, lobbyView } from "./lobby.js";
import { anybody } from "./name.js";
import { arrive, clearNotices, mount, notice, setPhase } from "./page.js";
import { playView } from "./play.js";
import { askedHere, hurry, promisesLess, rematchBanner } from "./rematch.js";
import { goesOn } from "./still.js";
import { gameName, hasRoom, nameOf, reason } from "./words.js";

/** Reloading for a new version is tried once in this time, lest it never ends. */
const RELOAD_AGAIN_MS = 10 * 60_000;
/** The table stays this long after the last move, so that one sees it land: longer after a win, unless one presses. */
const LINGER_MS = 500;
const LINGER_WON_MS = 3500;

/** Whole presses: the end of one must not meet what comes onto the page. The one that has won is over by then. */
const PRESSES = ["click", "keydown"];
const PRESS_MS = 400;

/** The race whose page is mounted. @type {string|null} */
let shown = null;
/** As the race shown before it was when it was left. @type {import("../types.js").Race|null} */
let before = null;
/** How often a race has been asked for: only the last one is shown. */
let asked = 0;

/**
 * Show this race, whatever state it is in.
 * @param {string} id
 * @param {boolean} [atDoor] ask who one is first: the server did not know
 */
export async function showRace(id, atDoor = false) {
  // A second connection for the same seat would have one of the two turned away, perhaps the one that is shown.
  if (shown === id && !atDoor) return;
  asked += 1;
  const mine = asked;
  const again = () => void showRace(id);
  const strange = () => void showRace(id, true);
  const late = () => mine !== asked || location.pathname !== here;
  const here = location.pathname;
  try {
    const [race, me] = await Promise.all([getRace(id), whoAmI()]);
    if (late()) return;
    if (atDoor && !hasRoom(race)) await anybody(me); // to watch one must be somebody the server knows
    // Of a day's deal only one's own run is told.
    const seated = Boolean(race.daily) || race.players.some((player) => player.id === me?.id);
    if (!atDoor && (seated || !hasRoom(race) || history.state?.along)) mount(raceView(id, strange));
    else mount(doorView(race, me, () => mount(raceView(id, strange))));
  } catch (error) {
    if (late()) return;
    if (!(error instanceof Problem)) throw error;
    if (error.status === 404) mount(goneView());
    else if (error.slug === "unknown-player" || error.slug === "not-started") await goToDay(id);
    else mount(unreachableView(again));
  }
}

/** Only a day's deal is refused like this: somebody has been given its address who has not begun it. @param {string} id */
async function goToDay(id) {
  const { dailies } = await getToday();
  const day = dailies.find(({ race }) => race === id);
  go(day ? `/#daily/${day.date}/${day.game}` : "/#daily");
}

/**
 * @param {string} id
 * @param {() => void} onStrange the server does not know who this is
 * @returns {import("./page.js").View}
 */
function raceView(id, onStrange) {
  const stage = h("div", { class: "stage" });
  const above = h("div", { class: "above" });
  const el = h("div", { class: "race" }, above, stage);
  /** @type {{el: HTMLElement, update: (news?: import("../race.js").News) => void, pulse?: (player: string) => void, destroy: () => void}|null} */
  let view = null;
  let kind = "";
  /** @type {{el: HTMLElement, destroy: () => void}|null} */
  let banner = null;
  /** @type {import("../types.js").Player[]} */
  let people = [];
  let wasSeated = false;
  /** @type {number|undefined} */
  let lingering;
  let wonAt = 0;
  let followed = false;
  shown = id;
  setPhase("connecting");
  fill(stage, h("p", { class: "narrow hint", role: "status" }, t("connection.connecting")));

  const live = liveRace(id, (news) => {
    if (news.do === "pulse") return view?.pulse?.(news.player);
    if (news.do === "standing") stand();
    if (news.do === "refuse")
      notice(
        news.message.of === "watch" ? t("boards.refused") : reason(news.message.reason, news.message.detail),
        "warning",
      );
    if (news.do === "stop" && has(`reason.${news.message.reason}`)) notice(reason(news.message.reason), "warning");
    if (news.do === "lost-moves") notice(t("connection.lost-moves"), "warning");
    choose();
    if (news.do === "changed") said(news.change);
    view?.update(news);
    hurry(live);
    follow();
  });

  /** Take the view that fits the state. */
  function choose() {
    const { race } = live.state;
    if (!race) return;
    const seat = seatOf(live.state);
    const wanted = viewFor(race, seat);
    if (kind === "play" && wanted === "gallery" && !document.hidden && !lingerOver(seat?.status === "won")) return;
    const beside = seat ? "done" : "watching";
    setPhase(wanted === "gallery" && race.state !== "finished" ? beside : race.state, gameName(race.game));
    hold(race, seat);
    if (wanted === kind) return;
    kind = wanted;
    view?.destroy();
    view = kind === "lobby" ? lobbyView(live) : kind === "play" ? playView(live) : race.daily ? dayResultView(live) : galleryView(live);
    fill(stage, view.el);
    clearNotices();
    if (promisesLess(before, race)) notice(t("rematch.any-deal"));
    before = null;
    arrive(view.el);
  }

  /**
   * While one has a seat with something to do at it: remember the way back, and in a race with others ask before one leaves.
   * @param {import("../types.js").Race} race
   * @param {import("../types.js").Player|null} seat one's own
   */
  function hold(race, seat) {
    const busy = seat !== null && (race.state === "finished" ? goesOn(race) : !isDone(seat));
    if (seat && busy) keepSeat({ race: id, you: seat.id });
    else dropSeat(id);
    const runs = busy && race.seats > 1 && race.state !== "lobby";
    holdPage(runs ? () => confirm(t("race.leave-sure"), t("race.leave"), t("race.stay")) : null);
  }

  /** Whether the table has been looked at long enough after the end. @param {boolean} won */
  function lingerOver(won) {
    if (lingering === undefined) {
      lingering = setTimeout(goOn, won ? LINGER_WON_MS : LINGER_MS);
      wonAt = performance.now();
      if (won) for (const press of PRESSES) addEventListener(press, skip);
    }
    return lingering === 0;
  }

  /** @param {Event} press */
  function skip({ timeStamp }) {
    if (timeStamp - wonAt > PRESS_MS) goOn();
  }

  function goOn() {
    rest();
    lingering = 0;
    choose();
  }

  function rest() {
    clearTimeout(lingering);
    for (const press of PRESSES) removeEventListener(press, skip);
  }

  /** Say what has changed, where one would not see it anyway. @param {string} change */
  function said(change) {
    const { race } = live.state;
    if (!race) return;
    if (change === "joined" || change === "left") {
      const sentence = comings(people, race.players);
      if (wasSeated && !seatOf(live.state)) notice(t("lobby.sent-away"), "warning");
      else if (sentence) notice(sentence);
    }
    if (change === "host" && race.host === live.state.you) notice(t("lobby.you-host"));
    if (change === "finished") clearNotices();
    if (change === "closing") signal("closing");
    if (change === "finished") signal(seatOf(live.state)?.rank === 1 ? "win" : "finished");
    if (change === "closing" && race.ends_at !== null) {
      notice(closingWords(race, clock(race.ends_at - live.clock.now() + 500)));
    }
  }

  function follow() {
    const { race } = live.state;
    people = race?.players ?? [];
    wasSeated = seatOf(live.state) !== null;
    if (!race?.rematch || banner || askedHere(id)) return;
    // The next deal of a match has begun to count down: no time for a question.
    if (race.match && race.match.number < race.match.of) {
      if (!followed) openRace(race.rematch, true);
      followed = true;
      return;
    }
    banner = rematchBanner(race.rematch, live.state.you);
    above.append(banner.el);
  }

  /** Who has begun the last minute and a half, and what that means. @param {import("../types.js").Race} race @param {string} time */
  function closingWords(race, time) {
    const winner = endingOf(race)?.winner;
    const seat = seatOf(live.state);
    if (winner && winner === seat) return t("race.closing-won-you", { time });
    if (winner) {
      const yet = seat !== null && !isDone(seat);
      return parts(yet ? "race.closing-won-yet" : "race.closing-won", { name: nameNode(nameOf(winner)), time });
    }
    const last = race.players.find((player) => !isDone(player));
    if (!last || last === seat) {
      const others = race.players.filter((player) => player !== seat);
      if (others.length !== 1) return t("race.closing-you", { time });
      return parts("race.closing-you-one", { name: nameNode(nameOf(others[0])), time });
    }
    return parts("race.closing-last", { name: nameNode(nameOf(last)), time });
  }

  /** See to what a closed connection asks for. */
  function stand() {
    const { standing } = live;
    for (const old of el.querySelectorAll(".veil")) old.remove();
    if (standing.is !== "final") return;
    if (standing.why === "no-race") mount(goneView());
    else if (standing.why === "unknown-player") onStrange();
    else if (standing.why === "outdated") reloadOnce();
    else if (standing.why !== "done") el.append(veil(standing.why, live.reconnect));
  }

  function reloadOnce() {
    const last = Number(sessionStorage.getItem("reloaded-at"));
    if (Date.now() - last > RELOAD_AGAIN_MS) {
      sessionStorage.setItem("reloaded-at", String(Date.now()));
      location.reload();
    } else el.append(veil("outdated", () => location.reload()));
  }

  return {
    el,
    destroy() {
      if (shown === id) shown = null;
      before = live.state.race;
      holdPage(null);
      rest();
      view?.destroy();
      banner?.destroy();
      live.close();
    },
  };
}

/**
 * @param {import("../types.js").Race} race
 * @param {import("../types.js").Player|null} seat one's own
 * @returns {"lobby"|"play"|"gallery"}
 */
function viewFor(race, seat) {
  if (race.state === "lobby") return "lobby";
  return race.state !== "finished" && seat !== null && !isDone(seat) ? "play" : "gallery";
}
