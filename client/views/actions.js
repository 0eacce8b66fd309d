/** The buttons of the table: take back, deal or finish, end what can gain nothing more; and what is wanted rarely. */
import { h, say } from "../dom.js";
import { t } from "../i18n.js";
import { rowsLeft } from "../piles.js";
import { confirm } from "./confirm.js";
import { moreMenu } from "./more.js";
import { notice } from "./page.js";

/**
 * @typedef {object} Means
 * @property {ReturnType<typeof import("../finish.js").finisher>} last carries the last cards up
 * @property {(move: "D"|"X"|"U") => void} onMove
 * @property {(text: string) => void} onTell a sentence to the player
 * @property {() => void} onHelp
 * @property {(() => void)|null} onShowAll null where that is not offered
 */

/**
 * @param {import("../race.js").LiveRace} live
 * @param {Means} means
 */
export function actions(live, { last, onMove, onTell, onHelp, onShowAll }) {
  const rows = h("small", {});
  const moves = {
    U: moveButton("U", "", t("table.undo")),
    D: moveButton("D", "primary", t("table.deal"), rows),
    X: moveButton("X", "primary", t("table.redeal")),
  };
  const finish = large("finish", t("table.finish"), last.start);
  const enough = large("enough", t("table.enough"), giveUp);
  const more = moreMenu(askToGiveUp, onHelp, onShowAll);
  const el = h(
    "div",
    { class: "actions", role: "group", "aria-label": t("table.actions") },
    moves.U,
    moves.D,
    moves.X,
    finish,
    enough,
    more.el,
  );

  /** Set them by what the server allows. */
  function offer() {
    const { race, own } = live.state;
    const legal = own ? live.legal() : [];
    if (legal === null) return; // unanswered moves: wait rather than flicker
    const running = race?.state === "running";
    for (const [move, button] of Object.entries(moves)) {
      const may = running && legal.includes(move);
      // A press on an undo that there is not is answered with the reason.
      if (move === "U") button.setAttribute("aria-disabled", String(!may));
      button.disabled = !may && (move !== "U" || !running);
    }
    // One large button: what the stock can still do, or the end of it all.
    finish.hidden = !last.offered() && !last.going() && own?.base.status !== "won";
    finish.disabled = !last.offered();
    moves.X.hidden = !finish.hidden || !legal.includes("X");
    const ended = running && own?.base.nothing_more === true;
    if (ended && enough.hidden) onTell(t("hint.nothing-more"));
    enough.hidden = !ended;
    moves.D.hidden = !finish.hidden || !moves.X.hidden || ended;
    say(rows, own ? t("table.rows-left", { count: rowsLeft(own.base) }) : "");
    more.mayGiveUp(running);
  }

  function giveUp() {
    if (!live.say({ type: "give_up" })) notice(t("connection.not-now"), "warning");
  }

  async function askToGiveUp() {
    const { race } = live.state;
    const alone = race?.seats === 1;
    const question = race?.daily ? "daily.give-up-sure" : alone ? "table.give-up-alone" : "table.give-up-sure";
    if (await confirm(t(question), t("table.give-up"))) giveUp();
  }

  /** @param {"D"|"X"|"U"} move @param {string} kind @param {...(string|Node)} label */
  function moveButton(move, kind, ...label) {
    const barred = () => move === "U" && live.legal()?.includes(move) === false;
    return h(
      "button",
      {
        type: "button",
        class: kind,
        "aria-keyshortcuts": move,
        "data-testid": `action-${move}`,
        onclick: () => (barred() ? onTell(t("rule.no-undo")) : onMove(move)),
      },
      ...label,
    );
  }

  return { el, offer, destroy: more.destroy };
}

/** @param {string} testid @param {string} label @param {() => void} onclick */
function large(testid, label, onclick) {
  return h("button", { type: "button", class: "primary", hidden: true, "data-testid": testid, onclick }, label);
}
