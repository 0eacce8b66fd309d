/**
 * Looking back on a finished race, board by board: could it be won, with which move was that lost, how would it have
 * been won; every position on a table, and the way to play on from it.
 */
import { me } from "../api.js";
import { askWhileSeen } from "../asking.js";
import { h, say } from "../dom.js";
import { t } from "../i18n.js";
import { byRank } from "../standing.js";
import { makeStudy } from "../study.js";
import { playAlone } from "./alone.js";
import { moveWords } from "./lookback.js";
import { looking } from "./looking.js";
import { anybody } from "./name.js";
import { doing } from "./now.js";
import { notice } from "./page.js";
import { nameOf, problemText } from "./words.js";

/** @typedef {import("../types.js").Board} Board */

/**
 * @param {import("../types.js").Race} race one's own run in it is over
 * @param {string|null} you
 * @param {(player: string) => Board|null|undefined} boardOf their last board, where it is known
 */
export function analysisPanel(race, you, boardOf) {
  const ranked = byRank(race.players);
  let who = ranked.find(({ id }) => id === you) ?? ranked[0];
  /** @type {Map<string, import("../study.js").Study>} */
  const studies = new Map();
  /** @type {import("../types.js").Analysis} */
  let found = { complete: false, boards: [] };
  let deal = race.deal;
  /** The boards on which the losing moves were made, null while they are asked for. @type {Map<string, Board|null>} */
  const befores = new Map();
  /** The question that is being asked. @type {AbortController|null} */
  let question = null;
  /** @type {(() => void)|null} */
  let stop = null;

  const told = h("p", { class: "told", role: "status", "data-testid": "losing-move" });
  const first = doing({ class: "primary" }, firstAction);
  const second = doing({}, secondAction);
  const onward = doing({}, async () => playOn((await look.line()).moves.slice(0, look.at())));
  const here = h("button", { type: "button", onclick: () => void ask() });
  const look = looking(race.game, { study, title, onShown: draw, onTrouble: trouble });
  const el = h(
    "section",
    { class: "panel lookback", hidden: true, "aria-labelledby": "look-title", "data-testid": "looking-back" },
    h(
      "div",
      { class: "looking-grid" },
      h("div", { class: "look-head" }, h("h2", { id: "look-title" }, t("look.title")), ranked.length > 1 ? whose() : null),
      h("div", { class: "look-told" }, told, h("div", { class: "look-buttons" }, first, second)),
      look.strip,
      look.table,
      h("div", { class: "look-here" }, look.steps, look.now, h("div", { class: "look-buttons" }, onward, here)),
    ),
  );

  function whose() {
    const options = ranked.map((player) =>
      h("option", { value: player.id, selected: player === who }, player.id === you ? t("player.you-name") : nameOf(player)),
    );
    const select = h("select", { "data-testid": "look-whose", onchange: () => choose(select.value) }, options);
    return h("label", { class: "look-whose" }, h("span", { class: "visually-hidden" }, t("look.whose")), select);
  }

  /** @param {string} player */
  function choose(player) {
    who = ranked.find(({ id }) => id === player) ?? who;
    begin();
    if (!boardOf(who.id)) void look.go(Infinity);
  }

  /** The chosen board as it was at the end. */
  function begin() {
    question?.abort();
    look.begin(boardOf(who.id));
    draw();
  }

  /** What is known of the chosen board. */
  function study() {
    let known = studies.get(who.id);
    if (known) return known;
    const of = { race: race.id, game: race.game, options: race.options, deal: String(deal) };
    known = makeStudy(of, who.id, boardOf(who.id)?.n ?? 0, who.status === "won");
    studies.set(who.id, known);
    const looked = found.boards.find(({ player }) => player === who.id);
    if (looked) known.heard(looked);
    return known;
  }

  /** @param {boolean} winning */
  function title(winning) {
    return winning ? t("look.winning") : who.id === you ? t("look.own") : nameOf(who);
  }

  /** Everything in words. */
  function draw() {
    const { is, from, to } = study().outlook();
    const looked = found.boards.find(({ player }) => player === who.id);
    const move = looked?.move && looked.lost_at === to ? moveWords(looked.move, before(to)) : "";
    const kind = is === "won" && who.id === you ? "won-you" : is === "lost" && !move ? "lost-plain" : is;
    const settled = found.complete || is === "won" || is === "lost";
    say(told, t(settled ? `look.${kind}` : "look.looking", { name: nameOf(who), from: from ?? 0, to: to ?? 0, move }));
    name(first, look.winning() ? "look-own" : is !== "won" && from !== undefined ? "look-win" : "look-replay");
    // What they do must not change under a finger.
    first.disabled = !settled || (look.track().positions.length === 1 && from === undefined);
    second.disabled = !settled;
    name(second, is === "lost" ? "try-again" : isOpen() ? "play-end" : "play-deal");
    name(onward, "play-on");
    onward.disabled = (look.winning() || is === "won") && look.at() === look.track().positions.length - 1;
    const verdict = study().positions[look.at()];
    const open = !look.winning() && is !== "won" && (verdict === "yes" || (verdict === "unknown" && found.complete));
    here.classList.toggle("absent", !open && !question);
    name(here, question ? "look-stop" : verdict === "unknown" ? "look-harder" : "look-win-here");
  }

  /** The board on which the chosen one's losing move was made: with it that can name its card. @param {number} [to] the move */
  function before(to = 0) {
    const key = `${who.id} ${to}`;
    const known = befores.get(key);
    if (known !== undefined) return known;
    befores.set(key, null);
    const told = async () => befores.set(key, await (await study().reel()).at(to - 1));
    told().then(draw, () => {}); // without, the sentence does
    return null;
  }

  /** Whether it could still be won when it ended. */
  function isOpen() {
    return found.complete && study().outlook().is === "open";
  }

  async function firstAction() {
    const { is, from } = study().outlook();
    if (look.winning()) await look.back();
    else if (is !== "won" && from !== undefined) await showWin(from, new AbortController().signal);
    else await look.play(0);
  }

  async function secondAction() {
    const { is, from } = study().outlook();
    const { moves } = await study().reel();
    await playOn(is === "lost" ? moves.slice(0, from) : isOpen() ? moves : []);
  }

  /** Ask about the position that is shown; pressed again, the question is taken back. */
  async function ask() {
    if (question) return question.abort();
    const mine = new AbortController();
    question = mine;
    const at = look.at();
    draw();
    try {
      if (study().positions[at] === "yes") await showWin(at, mine.signal);
      else {
        notice(t(`look-found.${await study().ask(at, mine.signal)}`));
        await look.go(at);
      }
    } catch (error) {
      if (!mine.signal.aborted) trouble(error);
    }
    question = null;
    draw();
  }

  /** Play a line that wins from there on. @param {number} from @param {AbortSignal} signal */
  async function showWin(from, signal) {
    const reel = await study().winning(from, signal);
    if (!reel) return notice(t("look-found.unknown"));
    look.table.scrollIntoView({ block: "nearest" });
    await look.leave(reel, from);
  }

  /** Go on alone from there. @param {string[]} moves */
  async function playOn(moves) {
    await anybody(await me());
    await playAlone({ game: race.game, options: race.options, deal, moves }, race.id);
  }

  /** @param {unknown} error */
  function trouble(error) {
    notice(problemText(error), "warning");
    look.draw();
  }

  /** @param {import("../types.js").Analysis} analysis */
  function heard(analysis) {
    found = analysis;
    for (const looked of analysis.boards) studies.get(looked.player)?.heard(looked);
    if (look.touched()) look.draw();
    else begin();
    draw();
    if (!look.touched() && !boardOf(who.id)) void look.go(Infinity);
  }

  return {
    el,
    /** @param {boolean} may whether the server tells it: of a day only once that is closed @param {string|null} [number] the deal */
    update(may, number = race.deal) {
      if (!may || !number) return;
      if (stop) return void (look.touched() || boardOf(who.id)?.n === look.at() || begin());
      deal = number;
      el.hidden = false;
      begin();
      stop = askWhileSeen(race.id, el, heard, () => heard({ ...found, complete: true }));
    },
    destroy() {
      stop?.();
      question?.abort();
      look.destroy();
    },
  };
}

/** What a button does, and so says. @param {HTMLElement} button @param {string} what */
function name(button, what) {
  button.dataset.testid = what;
  say(button, t(`act.${what}`));
}
