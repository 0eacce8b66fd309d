/**
 * *Show all*, playing alone: can this game still be won, all cards known? If so, how. Meanwhile one may play on, or take
 * the question back.
 */
import { getMoves, solve } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { LOOK_HARDER } from "../study.js";
import { confirm } from "./confirm.js";
import { clearNotices, notice } from "./page.js";
import { problemText } from "./words.js";

/**
 * @param {import("../race.js").LiveRace} live
 * @param {(line: string[]) => void} play what makes these moves
 */
export function showAll(live, play) {
  /** @type {AbortController|null} */
  let question = null;

  /** @param {number} [budget] positions to look at; the server's own measure if not said */
  async function ask(budget) {
    const { race, you } = live.state;
    if (!race || !you) return;
    stop();
    const mine = new AbortController();
    question = mine;
    notice([h("span", {}, t("show-all.looking")), cancel()], "info", true);
    try {
      const moves = await getMoves(race.id, you);
      const { game, options, deal } = race;
      const found = await solve({ game, options, deal, moves, ...(budget ? { budget } : {}) }, mine.signal);
      if (mine.signal.aborted) return;
      question = null;
      await tell(found, moves.length, budget !== undefined);
    } catch (error) {
      if (mine.signal.aborted) return;
      question = null;
      notice(problemText(error), "warning");
    }
  }

  /** @param {Awaited<ReturnType<typeof solve>>} found @param {number} n moves made when it was asked @param {boolean} hard */
  async function tell({ verdict, line }, n, hard) {
    if (!here(n)) return notice(t(`show-all-then.${verdict}`));
    clearNotices();
    if (verdict === "yes") {
      const wanted = await confirm(t("show-all.ask", { count: line.length }), t("show-all.play"), t("show-all.self"), "primary");
      if (wanted && here(n)) play(line);
    } else if (verdict === "no" || hard) notice(t(verdict === "no" ? "show-all.no" : "show-all.unknown-hard"));
    else if (await confirm(t("show-all.unknown"), t("show-all.harder"), t("show-all.self"), "primary")) await ask(LOOK_HARDER);
  }

  /** Whether the board is still as it was. @param {number} n */
  function here(n) {
    const { own, race } = live.state;
    return race?.state === "running" && own?.base.n === n && own.pending.length === 0;
  }

  function cancel() {
    return h("button", { type: "button", "data-testid": "show-all-stop", onclick: () => stop() }, t("show-all.stop"));
  }

  /** Take the question back, if there is one. */
  function stop() {
    if (!question) return;
    question.abort();
    question = null;
    clearNotices();
  }

  return { ask, stop };
}
