/** One's run of the day as a short text for others: nothing in it tells a card. Shown as it is sent. */
import { fullDay } from "../dates.js";
import { progress } from "../day.js";
import { h, say } from "../dom.js";
import { clock, t } from "../i18n.js";
import { notice } from "./page.js";
import { gameName } from "./words.js";

/**
 * The text without the link: words first, the picture of them last, so that a screen reader has said all before it.
 * @param {{date: string, game: string}} daily
 * @param {import("../day.js").Yours} yours
 */
export function shareText({ date, game }, yours) {
  const how = yours.status === "won" ? "share.won" : "share.cards";
  const streak = yours.streak ?? 0;
  return [
    t("share.head", { game: gameName(game), date: fullDay(date) }),
    t(how, { count: yours.score, time: clock(yours.t_ms) }) +
      (streak > 1 ? ` ${t("share.streak", { count: streak })}` : ""),
    progress(yours.score),
  ].join("\n");
}

/** @param {{link?: string|null}} race */
export function sharePanel(race) {
  const text = h("p", { class: "share-text", "data-testid": "share-text" });
  const link = h("p", { class: "share-link", "data-testid": "share-address" });
  const send = h("button", { type: "button", class: "primary", "data-testid": "share-daily" }, t("share.send"));
  const copy = h("button", { type: "button", "data-testid": "copy-daily" }, t("share.copy"));
  const buttons = "share" in navigator ? [send, copy] : [copy];
  const el = h(
    "section",
    { class: "panel share", "aria-labelledby": "share-title", hidden: true },
    h("h2", { id: "share-title" }, t("share.title")),
    h("div", { class: "share-sent" }, text, link),
    h("div", { class: "buttons" }, ...buttons),
  );
  send.addEventListener("click", async () => {
    try {
      await navigator.share({ text: text.textContent ?? "", url: link.textContent ?? "" });
    } catch (error) {
      // Whoever closes the sheet has thought better of it; any other failure still leaves copying.
      if (!(error instanceof DOMException && error.name === "AbortError")) await copyAll();
    }
  });
  copy.addEventListener("click", copyAll);

  async function copyAll() {
    try {
      await navigator.clipboard.writeText(`${text.textContent}\n${link.textContent}`);
      notice(t("share.copied"));
    } catch {
      getSelection()?.selectAllChildren(/** @type {Node} */ (text.parentElement));
      notice(t("invite.copy-yourself"));
    }
  }

  return {
    el,
    /** @param {{date: string, game: string}} daily @param {import("../day.js").Yours} yours */
    update(daily, yours) {
      say(text, shareText(daily, yours));
      // Where the server knows a better address than this page has, for those elsewhere.
      const { origin } = new URL(race.link ?? location.href);
      say(link, `${origin}/#daily/${daily.date}/${daily.game}`);
      el.hidden = false;
    },
  };
}
