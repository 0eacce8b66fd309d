/** *Show all*, playing alone: can this game still be won, all cards known? If so, how. */
import { call, getMoves } from "../api.js";
import { t } from "../i18n.js";
import { confirm } from "./confirm.js";
import { notice } from "./page.js";
import { problemText } from "./words.js";

/**
 * @param {import("../race.js").LiveRace} live
 * @param {(line: string[]) => void} play what makes these moves
 */
export async function showAll(live, play) {
  const { race, you } = live.state;
  if (!race || !you) return;
  notice(t("show-all.looking"));
  try {
    const moves = await getMoves(race.id, you);
    const { game, options, deal } = race;
    const { verdict, line } = await call("POST", "/api/solve", { game, options, deal, moves });
    notice(t(`show-all.${verdict}`));
    if (verdict !== "yes") return;
    const wanted = await confirm(t("show-all.ask", { count: line.length }), t("show-all.play"), t("dialog.no"), "primary");
    if (wanted && live.state.own?.base.n === moves.length) play(line);
  } catch (error) {
    notice(problemText(error), "warning");
  }
}
