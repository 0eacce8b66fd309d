/**
 * Everything but playing: after one's own end, as a watcher, and when the race is finished. Standings, and the boards one
 * cares to see; at the end the deal laid open, and the way on to the next race.
 */
import { act } from "../api.js";
import { shown } from "../attempt.js";
import { fill, h, say } from "../dom.js";
import { t } from "../i18n.js";
import { byRank } from "../standing.js";
import { isDone, seatOf } from "../state.js";
import { analysisPanel } from "./analysis.js";
import { bar } from "./bar.js";
import { boards } from "./boards.js";
import { confirm } from "./confirm.js";
import { pageHead } from "./head.js";
import { drawHeadline, headline } from "./headline.js";
import { shareButton } from "./invite.js";
import { matchPanel, pointsSoFar } from "./match.js";
import { notice } from "./page.js";
import { rematchButton } from "./rematch.js";
import { reveal } from "./reveal.js";
import { dealButton, soloButtons } from "./solo.js";
import { standings } from "./standings.js";
import { storyPanel } from "./story.js";
import { gameName, problemText, shortDeal } from "./words.js";

/** Boards side by side on a wide screen; on a narrow one a new one takes the place of the last. */
const MOST = () => (matchMedia("(min-width: 900px)").matches ? 4 : 1);

/** A board that is done is still looked at for so long, before the next one takes its place. */
const LOOK_MS = 2000;

/** @param {import("../race.js").LiveRace} live */
export function galleryView(live) {
  const alone = live.state.race?.seats === 1;
  const head = h("div", { class: "result", "data-testid": "result" });
  const setting = h("p", { class: "hint", "data-testid": "watch-setting" });
  const pick = h("p", { class: "hint" });
  const crowd = h("p", { class: "hint", "data-testid": "watchers" });
  const points = h("p", { "data-testid": "points-so-far" });
  const onward = h("div", { class: "buttons" });
  const deal = h("div");
  const story = h("div", { class: "stack" });
  const line = bar(live);
  /** The line above: while others play it tells of their time, afterwards what this page is about. */
  const top = h("div", { class: "gallery-top" }, line.el);
  const link = h("span", { class: "connection", role: "status", "data-testid": "connection" });
  const match = matchPanel(live);
  /** @type {string[]} */
  let open = [];
  /** Those that somebody has asked for: they stay. @type {Set<string>} */
  const chosen = new Set();
  /** @type {number|undefined} */
  let turning;
  const table = standings(live, (player) => (open.includes(player) && chosen.has(player) ? close(player) : look(player)));
  const shelf = boards(live, close);
  const end = h(
    "button",
    {
      type: "button",
      class: "quiet",
      hidden: true,
      "data-testid": "end-race",
      onclick: async () => {
        if (!(await confirm(t("gallery.end-sure"), t("gallery.end")))) return;
        act(live.id, "finish").catch((error) => notice(problemText(error), "warning"));
      },
    },
    t("gallery.end"),
  );
  const el = h(
    "section",
    { class: "gallery" },
    top,
    h(
      "div",
      { class: "gallery-columns" },
      h(
        "div",
        { class: "stack" },
        head,
        match.el,
        points,
        onward,
        alone ? null : table.el,
        alone ? null : h("div", {}, pick, crowd),
        setting,
        h("div", { class: "buttons" }, end),
        story,
      ),
      h("div", { class: "stack" }, shelf.el, deal),
    ),
  );
  let begun = false;
  let finished = false;
  /** What is told of a finished race: each fills itself, and stays away where there is nothing to tell. @type {{el: HTMLElement, destroy: () => void}[]} */
  let told = [];
  /** @type {ReturnType<typeof analysisPanel>|null} */
  let past = null;

  /** Open the board that was asked for, and bring it into sight. @param {string} player */
  function look(player) {
    chosen.add(player);
    if (!open.includes(player)) show(player);
    shelf.look(player);
  }

  /** @param {string} player */
  function show(player) {
    if (live.state.race?.state === "countdown") return notice(t("gallery.starts"));
    if (player !== live.state.you && !mayWatch()) return notice(t("watch-said.finished"));
    while (open.length >= MOST()) close(open[0]);
    open.push(player);
    if (player !== live.state.you) live.watch(player);
    redraw(false);
  }

  /** @param {string} player */
  function close(player) {
    open = open.filter((id) => id !== player);
    chosen.delete(player);
    if (player !== live.state.you) live.unwatch(player);
    redraw(false);
  }

  /** Who has no seat sees the boards as the race's setting has it; who has had one sees them once done. */
  function mayWatch() {
    const { race } = live.state;
    return race !== null && (seatOf(live.state) !== null || race.watch !== "finished" || race.state === "finished");
  }

  /** @param {boolean} animate */
  function redraw(animate) {
    table.update(new Set(open));
    shelf.update(open, animate);
  }

  /** @param {import("../race.js").News} [news] */
  function update(news) {
    const { race } = live.state;
    if (!race) return;
    const seat = seatOf(live.state);
    const was = el.contains(document.activeElement) ? document.activeElement : null;
    const ends = news !== undefined && !finished && race.state === "finished";
    // Before the cards are out there is no board to look at.
    if (!begun && race.state !== "countdown") {
      begun = true;
      begin();
    }
    if (finished) sayLink();
    else line.update();
    drawHeadline(head, headline(live));
    match.update();
    say(points, pointsSoFar(race));
    points.hidden = points.textContent === "";
    setting.hidden = race.state === "finished" || seat !== null;
    setting.textContent = t(`watch-said.${race.watch}`);
    say(pick, t("standings.pick"));
    say(crowd, live.state.watchers > 0 ? t("watchers", { count: live.state.watchers }) : "");
    end.hidden = race.host !== live.state.you || race.state !== "running" || !race.players.some(isDone);
    if (race.state === "finished" && !finished) {
      finished = true;
      line.destroy();
      fill(top, pageHead(h("span", { title: alone && race.deal }, whichRace(race)), link));
      sayLink();
      if (open.length === 0) begin();
      fill(onward, ...wayOn(race));
      fill(deal, reveal(race));
      const { you } = live.state;
      past = analysisPanel(race, you, boardOf);
      shelf.el.before(past.el);
      const tale = alone ? null : storyPanel(race, you);
      fill(story, tale?.el);
      told = tale ? [tale, past] : [past];
      // One's own last position is on the table of the looking back.
      if (you) open = open.filter((id) => id !== you);
    }
    if (race.state === "running" && spent() && going().length > 0) turning ??= setTimeout(turn, LOOK_MS);
    past?.update(true);
    redraw(news?.do === "moved");
    // What had the focus may have gone with the race; and it is over now, wherever one was looking.
    if (ends) scrollTo(0, 0);
    const nowhere = ends && document.activeElement === document.body;
    if (nowhere || (was && (ends || !was.isConnected || was.closest("[hidden]")))) head.querySelector("h1")?.focus({ preventScroll: true });
  }

  /** A board that is open by itself, on which nothing more happens. */
  function spent() {
    const done = (/** @type {string} */ id) => live.state.race?.players.some((player) => player.id === id && isDone(player));
    return open.find((id) => id !== live.state.you && !chosen.has(id) && done(id));
  }

  /** Look on where it goes on: with the leader of those who still play. */
  function turn() {
    turning = undefined;
    const { race } = live.state;
    const [from, to] = [spent(), going()[0]];
    if (race?.state !== "running" || !from || !to || !mayWatch()) return;
    open = open.map((id) => (id === from ? to : id));
    live.unwatch(from);
    live.watch(to);
    redraw(false);
  }

  /** Who still plays and is not looked at, the leader first. */
  function going() {
    const players = byRank(live.state.race?.players ?? []);
    return players.filter((player) => !isDone(player) && !open.includes(player.id)).map(({ id }) => id);
  }

  /** The last that is known of a board. @param {string} player */
  function boardOf(player) {
    const { you, own, boards: others } = live.state;
    return player === you && own ? shown(own) : others.get(player);
  }

  /** What to do next; between the deals of a match that goes on by itself. @param {import("../types.js").Race} race */
  function wayOn(race) {
    if (alone) return soloButtons(race);
    const more = race.match && race.match.number < race.match.of;
    const seated = seatOf(live.state) !== null;
    return [
      seated && !more ? rematchButton(live) : null,
      shareButton(race),
      seated ? null : dealButton(race),
      h("a", { class: "button quiet", href: "/" }, t("gallery.home")),
    ];
  }

  /** After the end the connection still brings the next race. */
  function sayLink() {
    link.dataset.standing = live.standing.is;
    say(link, live.standing.is === "waiting" ? t("connection.waiting") : "");
  }

  /** What to look at first: one's own board, and those still being played, the leader's first. */
  function begin() {
    const { race, you, own } = live.state;
    if (!race) return;
    const over = race.state === "finished";
    // Where there is room for one, one's own that is done gives way to one where something happens.
    const narrow = MOST() === 1 && mayWatch() && going().length > 0;
    if (own && you && !over && !narrow && !open.includes(you)) open.push(you);
    // The board that is looked back on first need not lie there twice.
    const first = over && !seatOf(live.state) ? byRank(race.players)[0]?.id : you;
    const others = race.players
      .filter((player) => player.id !== you && player.id !== first)
      .sort((a, b) => Number(isDone(a)) - Number(isDone(b)) || (a.rank ?? 99) - (b.rank ?? 99));
    const room = Math.min(MOST(), 2) - open.length;
    if (mayWatch()) for (const player of others.slice(0, Math.max(room, 0))) show(player.id);
  }

  update();
  return {
    el,
    update,
    destroy() {
      clearTimeout(turning);
      for (const player of open) if (player !== live.state.you) live.unwatch(player);
      if (!finished) line.destroy();
      match.destroy();
      for (const panel of told) panel.destroy();
      shelf.destroy();
    },
  };
}

/** Which game this was, and which deal. @param {import("../types.js").Race} race */
function whichRace(race) {
  const game = gameName(race.game);
  if (race.match) return t("gallery.deal-of", { game, number: race.match.number, of: race.match.of });
  return race.seats === 1 && race.deal ? t("gallery.deal", { game, deal: shortDeal(race.deal) }) : game;
}
