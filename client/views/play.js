/**
 * Playing: the table with one's own board, the line above it, the rivals, the buttons; and countdown and study before
 * it.
 */
import { shown } from "../attempt.js";
import { cardName, pileName } from "../cards.js";
import { h } from "../dom.js";
import { anyOf, t } from "../i18n.js";
import { bindHand } from "../hand.js";
import { parseMove } from "../board.js";
import { keepTabStop } from "../keys.js";
import { makeTable } from "../render.js";
import { bar } from "./bar.js";
import { confirm } from "./confirm.js";
import { countdown } from "./countdown.js";
import { announce, notice } from "./page.js";
import { rivals } from "./rivals.js";
import { whyNot } from "./words.js";

/** @param {import("../race.js").LiveRace} live */
export function playView(live) {
  const table = makeTable({ bound: true, label: t("table.yours") });
  const hand = bindHand(live, table, { onHint: (hint) => notice(t(`hint.${hint}`)), onHold: sayGoals });
  const line = bar(live);
  const others = rivals(live);
  const count = countdown(live);
  const alone = live.state.race?.seats === 1;
  const stuck = h("p", { class: "stuck", role: "status", hidden: true, "data-testid": "stuck" }, t("table.stuck"));
  const buttons = {
    D: action("D", t("table.deal"), "D"),
    X: action("X", t("table.redeal"), "X"),
    U: action("U", t("table.undo"), "U"),
  };
  const giveUp = h(
    "button",
    {
      type: "button",
      class: "quiet",
      "data-testid": "give-up",
      onclick: async () => {
        const sure = await confirm(alone ? t("table.give-up-alone") : t("table.give-up-sure"), t("table.give-up"));
        if (sure && !live.say({ type: "give_up" })) notice(t("connection.not-now"), "warning");
      },
    },
    t("table.give-up"),
  );
  const felt = h("div", { class: "felt" }, table.root, count.el);
  const el = h(
    "section",
    { class: "play" },
    line.el,
    others.el,
    felt,
    stuck,
    h(
      "div",
      { class: "actions", role: "group", "aria-label": t("table.actions") },
      buttons.D,
      buttons.X,
      buttons.U,
      giveUp,
    ),
  );
  let drawn = false;

  /** @param {"D"|"X"|"U"} move @param {string} label @param {string} key */
  function action(move, label, key) {
    return h(
      "button",
      { type: "button", "aria-keyshortcuts": key, "data-testid": `action-${move}`, onclick: () => hand.command(move) },
      label,
    );
  }

  /** @param {import("../race.js").News} [news] */
  function update(news) {
    const { own, race } = live.state;
    line.update();
    others.update();
    count.update();
    if (news?.do === "scored") others.flash(news.player);
    if (own && race) {
      // What came while nobody looked, or all at once after a break, is simply there.
      const fly =
        news?.do === "moved" ||
        news?.do === "tell" ||
        (news?.do === "drawn" && drawn) ||
        (news?.do === "changed" && !drawn);
      table.draw(shown(own), fly);
      drawn = true;
      keepTabStop(table);
      hand.show();
    }
    offer();
    if (news?.do === "tell") notice(whyNot(news.message, news.before), "warning");
    if (news?.do === "moved" && news.player === live.state.you) tell(news.move);
  }

  /** Set the buttons by what the server allows. */
  function offer() {
    const { race, own } = live.state;
    const legal = own ? live.legal() : [];
    if (legal === null) return; // unanswered moves: wait rather than flicker
    const running = race?.state === "running";
    for (const [move, button] of Object.entries(buttons)) button.disabled = !running || !legal.includes(move);
    buttons.X.hidden = !race?.options.redeal;
    giveUp.hidden = !running;
    stuck.hidden = !(running && alone && legal.every((move) => move === "U"));
  }

  /** Say aloud where a card may go. @param {string} card @param {string[]} goals */
  function sayGoals(card, goals) {
    const places = anyOf(goals.map((goal) => pileName(goal)));
    announce(
      goals.length > 0
        ? t("said.goals", { card: cardName(card), places })
        : t("said.no-goals", { card: cardName(card) }),
    );
  }

  /** Say a move aloud. @param {string} text */
  function tell(text) {
    const move = parseMove(text);
    const own = live.state.own;
    if (!move || !own) return;
    if (move.kind !== "cards") return announce(t(`said.${move.kind}`));
    const place = table
      .spots()
      .filter(({ pile }) => pile === move.to)
      .at(-move.count);
    if (move.to === "F") announce(t("said.foundation", { count: own.base.score }));
    else if (place) announce(t("said.moved", { card: cardName(place.card), pile: pileName(move.to) }));
  }

  const watcher = new ResizeObserver(() => {
    table.resize();
    hand.show();
  });
  watcher.observe(table.root);
  update();
  return {
    el,
    update,
    destroy() {
      watcher.disconnect();
      hand.unbind();
      line.destroy();
      count.destroy();
    },
  };
}
