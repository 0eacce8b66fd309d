/** Days and times in words. A day of the calendar is the same everywhere; the time of day is the reader's own. */
import { moment, number, t } from "./i18n.js";
import { apart, beginsAt } from "./day.js";

/** "Monday, 30 November". @param {string} date */
export function dayWords(date) {
  return moment(beginsAt(date), { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
}

/** "30 November 2026": for what is read on another day. @param {string} date */
export function fullDay(date) {
  return moment(beginsAt(date), { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
}

/** The month of a calendar's leaf. @param {string} date */
export function shortMonth(date) {
  return moment(beginsAt(date), { month: "short", timeZone: "UTC" });
}

/** The day of the month. @param {string} date */
export function dayOfMonth(date) {
  return number(new Date(beginsAt(date)).getUTCDate());
}

/** A moment as the clock on the reader's wall has it. @param {number} ms */
export function timeHere(ms) {
  return moment(ms, { hour: "numeric", minute: "2-digit" });
}

/** "5:02:07" until something, below an hour "2:07". @param {number} ms */
export function countdown(ms) {
  const { hours, minutes, seconds } = apart(ms);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  return hours > 0
    ? t("time.hours", { hours: number(hours), minutes: two(minutes), seconds: two(seconds) })
    : t("time.clock", { minutes: number(minutes), seconds: two(seconds) });
}

/** The same for those who listen: "5 hours and 2 minutes". @param {number} ms */
export function countdownSaid(ms) {
  const { hours, minutes } = apart(ms);
  const rest = t("time.minutes", { count: minutes });
  return hours > 0 ? t("time.and", { hours: t("time.hours-said", { count: hours }), rest }) : rest;
}
