/** After the race the deal is laid open, and checked against the promise made before it. */
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { copy } from "./invite.js";

/** @param {import("../types.js").Race} race */
export function reveal(race) {
  if (race.deal === null) return null;
  const deal = h("input", {
    type: "text",
    readonly: true,
    value: race.deal,
    "aria-label": t("reveal.deal"),
    "data-testid": "revealed-deal",
  });
  const button = h(
    "button",
    { type: "button", onclick: () => copy(deal), "data-testid": "copy-deal" },
    t("invite.copy"),
  );
  return h(
    "section",
    { class: "panel reveal", "aria-labelledby": "reveal-title" },
    h("h2", { id: "reveal-title" }, t("reveal.title")),
    h("div", { class: "invite-link" }, deal, button),
    ...(race.seats > 1 && race.nonce !== null ? proof(race) : []), // alone the number was known all along
  );
}

/** @param {import("../types.js").Race} race */
function proof(race) {
  const verdict = h("p", { class: "verdict", role: "status", "data-testid": "verdict" });
  fits(race).then((right) => {
    verdict.textContent = right === null ? "" : t(right ? "reveal.fits" : "reveal.differs");
    verdict.dataset.fits = String(right);
  });
  const facts = h(
    "dl",
    { class: "facts" },
    h("dt", {}, t("reveal.nonce")),
    h("dd", { "data-testid": "nonce" }, race.nonce),
    h("dt", {}, t("reveal.commitment")),
    h("dd", { "data-testid": "commitment" }, race.commitment),
    h("dt", {}, t("reveal.command")),
    h("dd", {}, `printf %s ${race.deal}:${race.nonce} | sha256sum`),
  );
  const summary = h("summary", {}, t("reveal.how"));
  return [verdict, h("details", { class: "more" }, summary, h("p", {}, t("reveal.explained")), facts)];
}

/**
 * Whether SHA-256 of DEAL:NONCE is what was promised; null where this page may not compute it (plain http).
 * @param {{deal: string|null, nonce: string|null, commitment: string}} race
 * @returns {Promise<boolean|null>}
 */
export async function fits({ deal, nonce, commitment }) {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${deal}:${nonce}`));
  const hex = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex === commitment.toLowerCase();
}
