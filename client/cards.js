/** What cards and piles are called, in words. */
import { t } from "./i18n.js";

/** "ten of hearts"; a face-down card says so. @param {string} card */
export function cardName(card) {
  if (card === "??") return t("card.hidden");
  return t("card.name", { rank: t(`rank.${card[0]}`), suit: t(`suit.${card[1]}`) });
}

/** "column 3", "reserve 3", "stock", "foundations". @param {string} pile */
export function pileName(pile) {
  return t(`pile.${pile[0]}`, { number: Number(pile.slice(1)) });
}

/** "red" or "black". @param {string} card */
export function colourName(card) {
  return t(card[1] === "H" || card[1] === "D" ? "colour.red" : "colour.black");
}
