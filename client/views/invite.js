/**
 * The link that brings friends in: shown, copied, shared, as a QR code; with a hint where it would not reach them.
 */
import { h } from "../dom.js";
import { parts, t } from "../i18n.js";
import { notice } from "./page.js";

/**
 * @param {import("../types.js").Race} race
 * @param {boolean} host whether this is for whoever made the race, who may be the one that runs the server
 */
export function invite(race, host) {
  const link = linkTo(race);
  const field = h("input", {
    type: "text",
    readonly: true,
    value: link,
    "aria-label": t("invite.link"),
    "data-testid": "link",
    onfocus: () => field.select(),
  });
  const qr = h("img", {
    class: "qr",
    src: `/api/races/${encodeURIComponent(race.id)}/qr.svg`,
    alt: t("invite.qr"),
    width: 148,
    height: 148,
    "data-testid": "qr",
  });
  qr.addEventListener("error", () => qr.remove());
  return h(
    "section",
    { class: "panel invite", "aria-labelledby": "invite-title" },
    h("h2", { id: "invite-title" }, t("invite.title")),
    h(
      "div",
      { class: "invite-link" },
      field,
      h(
        "button",
        { type: "button", class: "primary", "data-testid": "copy-link", onclick: () => copy(field) },
        t("invite.copy"),
      ),
      "share" in navigator
        ? h("button", { type: "button", "data-testid": "share-link", onclick: () => share(link, t("invite.text")) }, t("invite.share"))
        : null,
    ),
    host && onlyHere(new URL(link).hostname)
      ? h(
          "p",
          { class: "hint", "data-testid": "only-here" },
          parts("invite.only-here", { command: h("code", {}, "./run --lan") }),
        )
      : null,
    qr,
  );
}

/** The address to send to others. @param {import("../types.js").Race} race */
function linkTo(race) {
  return race.link ?? `${location.origin}/r/${race.id}`;
}

/** A button that sends a race's story on: the device's own sheet where there is one, else the link is copied. @param {import("../types.js").Race} race */
export function shareButton(race) {
  const link = linkTo(race);
  const send = async () => {
    if (typeof navigator.share === "function") return share(link, t("invite.text-result"));
    try {
      await navigator.clipboard.writeText(link);
      notice(t("invite.copied-link"));
    } catch {
      notice(link);
    }
  };
  return h("button", { type: "button", "data-testid": "share-result", onclick: send }, t("invite.share-result"));
}

/** Whether a host name means this machine, for everybody who hears it. @param {string} host */
export function onlyHere(host) {
  return host === "localhost" || host.endsWith(".localhost") || /^127\./.test(host) || host === "[::1]";
}

/**
 * Copy a field's text; without the right to do so, select it for the person to copy.
 * @param {HTMLInputElement} field
 */
export async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    notice(t("invite.copied"));
  } catch {
    field.focus();
    field.select();
    notice(t("invite.copy-yourself"));
  }
}

/** @param {string} url @param {string} text */
async function share(url, text) {
  try {
    await navigator.share({ title: t("app.name"), text, url });
  } catch {
    // The person closed the sheet: nothing to say.
  }
}
