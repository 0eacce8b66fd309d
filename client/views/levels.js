/** The bots' levels, where one is chosen: how each plays, and how much it wins. */
import { h, say } from "../dom.js";
import { number, t } from "../i18n.js";
import { isChecked, select, valueOf } from "./form.js";

const LEVELS = ["calm", "keen", "strong"];
/** How many of 100 deals, taken as they come, a level wins: measured on deals 1 to 1000 (docs/design/bots.md). */
const WINS = {
  bernauer: { calm: 15, keen: 53, strong: 84 },
  sorel: { calm: 9, keen: 30, strong: 46 },
};

/** The choice, with a sentence about the level chosen under it. */
export function levelChoice() {
  const levels = LEVELS.map((value) => ({ value, label: t(`level-about.${value}`) }));
  return {
    choice: select("bot_level", t("form.bot-level"), levels, LEVELS[0]),
    about: h("p", { class: "hint", role: "status", "data-testid": "level-said" }),
  };
}

/** Show the choice where there are bots, and say what goes with it. @param {HTMLElement} form */
export function followLevel(form) {
  const choice = /** @type {HTMLElement} */ (form.querySelector('[data-option="bot_level"]'));
  const about = /** @type {HTMLElement} */ (form.querySelector('[data-testid="level-said"]'));
  const apply = () => {
    choice.hidden = about.hidden = valueOf(form, "bots") === "0";
    say(about, about.hidden ? "" : sentence(form));
  };
  form.addEventListener("change", apply);
  apply();
}

/** @param {HTMLElement} form */
function sentence(form) {
  const level = /** @type {"calm"|"keen"|"strong"} */ (valueOf(form, "bot_level"));
  const game = /** @type {"bernauer"|"sorel"} */ (valueOf(form, "game"));
  const how = t(`level-said.${level}`);
  // With other rules than the game's own nobody has counted.
  const varied = valueOf(form, "base") !== "" || (game === "bernauer" && ["redeal", "face_down"].some((name) => isChecked(form, name)));
  return varied ? how : `${how} ${t("level-said.wins", { count: number(WINS[game][level]), all: number(100) })}`;
}
