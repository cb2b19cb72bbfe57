// Refresh pages, send photos as soon as they are taken, turn over cards with keys and without leaving the page, enlarge
// the sheet where it is tapped, and take part in a shared seed. Only the last one needs this script; forms and links do
// the rest without it.
"use strict";
document.documentElement.classList.add("scripted");

const isChanged = (each) => /radio|checkbox/.test(each.type) ? each.checked !== each.defaultChecked : each.type !== "file" && each.value !== each.defaultValue;
const isBusy = () => document.body.classList.contains("sending") || [...document.querySelectorAll("main input")].some(isChanged);

const pause = (seconds) => new Promise((done) => { setTimeout(done, 1000 * seconds); });

let isLost = false, waiting = null; // a form that is sent when the connection is back
function setLost(now) {
  isLost = now;
  const words = document.querySelector(".lost");
  if (words) words.textContent = now ? words.dataset.words : "";
  if (!now && waiting) { const [form, button] = waiting; waiting = null; if (form.isConnected) form.requestSubmit(button); }
}

// Send something until the server has answered: a lost network, a restarted server and a full disk heal by themselves.
async function post(address, body) {
  for (let seconds = 1; ; seconds = Math.min(2 * seconds, 8)) {
    const answer = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } }).catch(() => null);
    if (answer && ![429, 502, 503, 504].includes(answer.status)) { setLost(false); return answer; }
    setLost(true);
    await pause(seconds);
  }
}

// Return what was wrong, in the language of the page; "" if the server accepted it.
const problemOf = async (answer, otherwise) => answer.ok ? "" : (await answer.json().catch(() => ({}))).problem || otherwise;

async function refresh() {
  if (isBusy()) return;
  const answer = await fetch(location.href, { headers: { "X-Renewed": "1" } }).catch(() => null);
  if (answer?.status === 404 && !sent.size) location.reload(); // the link is void
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (page.body.dataset.version === document.body.dataset.version || isBusy()) return;
  const open = [...document.querySelectorAll("details")].map((each) => each.open);
  const focus = document.activeElement && document.activeElement.getAttribute("data-key");
  for (const part of ["main", "body > nav"]) {
    const old = document.querySelector(part), now = page.querySelector(part);
    if (!old || !now || old.isEqualNode(now)) continue;
    old.addEventListener("change", onChange); // of a photo that is being taken or chosen now
    old.replaceWith(document.adoptNode(now));
  }
  say();
  document.querySelectorAll("details").forEach((each, place) => { each.open = open[place] ?? each.open; });
  if (focus) document.querySelector(`[data-key="${focus}"]`)?.focus();
  document.body.dataset.version = page.body.dataset.version;
  takePart();
}

// What screen readers say when it changes; it is outside of the part that is replaced.
const wordsToSay = () => [...document.querySelectorAll("[data-said]")].map((each) => each.textContent.trim().replace(/\s+/g, " ")).join(", ");
let said = wordsToSay();
function say() {
  const words = wordsToSay();
  if (words !== said) document.querySelector(".spoken").textContent = said = words;
}

// Send a form and show the next page without leaving this one, so that it stays in full screen.
async function sendInPlace(form, button) {
  if (sent.has(form)) return;
  sent.add(form);
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.append(button.name, button.value);
  const answer = await post(form.action, body);
  sent.delete(form);
  if (!answer.ok) return location.reload();
  form.reset();
  await refresh();
  scrollTo(0, 0);
}

// Browsers without full screen, such as those of iPhones, show the plain page.
function toggleFullScreen() {
  const isWhole = document.body.classList.toggle("full");
  if (isWhole) document.documentElement.requestFullscreen?.().catch(() => {});
  else if (document.fullscreenElement) document.exitFullscreen();
}
document.addEventListener("fullscreenchange", () => { if (!document.fullscreenElement) document.body.classList.remove("full"); });

// Fields are too small for a finger until the sheet is enlarged: the first tap does that.
function enlarge(event) {
  const larger = document.querySelector("#larger"), sheet = event.target.closest("svg.page");
  if (!sheet || !larger || larger.checked || !event.detail || !matchMedia("(pointer: coarse)").matches) return;
  event.preventDefault();
  const before = sheet.getBoundingClientRect(), x = (event.clientX - before.x) / before.width, y = (event.clientY - before.y) / before.height;
  larger.checked = true;
  const now = sheet.getBoundingClientRect();
  sheet.parentElement.scrollLeft = x * now.width - sheet.parentElement.clientWidth / 2;
  scrollBy(0, now.y + y * now.height - innerHeight / 2);
}
document.addEventListener("click", (event) => { if (event.target.closest(".whole")) toggleFullScreen(); else enlarge(event); });

async function send(form, files) {
  const progress = form.querySelector(".progress");
  document.body.classList.add("sending");
  const problems = new Set();
  for (const [place, file] of [...files].entries()) {
    progress.textContent = progress.dataset.sending.replace("{number}", `${place + 1} / ${files.length}`);
    const body = new FormData();
    body.append("photo", file);
    const problem = await problemOf(await post(form.action, body), progress.dataset.failed);
    problems.add(problem && files.length > 1 ? `${file.name}: ${problem}` : problem);
  }
  problems.delete("");
  form.reset();
  document.body.classList.remove("sending");
  progress.textContent = [...problems].join(" ");
  if (!problems.size) refresh();
}

// SHA-256 in hexadecimal digits (FIPS 180-4); browsers offer crypto.subtle only to pages loaded over https.
function sha256(text) {
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((each) => n % each)) primes.push(n);
  const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
  const k = primes.map((each) => fraction(Math.cbrt(each)));
  const state = primes.slice(0, 8).map((each) => fraction(Math.sqrt(each)));
  const bytes = [...new TextEncoder().encode(text)], bits = bytes.length * 8;
  bytes.push(128);
  while (bytes.length % 64 !== 60) bytes.push(0);
  for (const shift of [24, 16, 8, 0]) bytes.push((bits >>> shift) & 255);
  const rotate = (x, n) => (x >>> n) | (x << (32 - n));
  for (let at = 0; at < bytes.length; at += 64) {
    const w = [];
    for (let i = 0; i < 64; i += 1) {
      if (i < 16) { w[i] = [0, 1, 2, 3].reduce((word, j) => (word << 8) | bytes[at + 4 * i + j], 0); continue; }
      const x = w[i - 15], y = w[i - 2];
      const s = (rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3)) + (rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10));
      w[i] = (w[i - 16] + w[i - 7] + s) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const one = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i];
      const two = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((each, i) => { state[i] = (state[i] + each) | 0; });
  }
  return state.map((each) => (each >>> 0).toString(16).padStart(8, "0")).join("");
}

// The secret stays on this phone until all phones have committed to theirs.
async function takePart() {
  const part = document.querySelector(".part");
  if (!part) return;
  const storageKey = `secret ${part.dataset.round} of ${part.dataset.to}`, letters = "0123456789abcdefghjkmnpqrstvwxyz";
  const newSecret = () => [...crypto.getRandomValues(new Uint8Array(20))].map((each) => letters[each % 32]).join("");
  const secret = localStorage.getItem(storageKey) ?? newSecret();
  localStorage.setItem(storageKey, secret);
  const values = part.dataset.step === "tell" ? { tell: secret } : { commit: sha256(`fairsheet.commitment/1\0${part.dataset.name}\0${secret}`) };
  part.remove();
  const problem = await problemOf(await post(part.dataset.to, new URLSearchParams(values)), part.dataset.failed);
  if (!problem) return refresh();
  const words = Object.assign(document.createElement("p"), { className: "notice", role: "alert", textContent: problem });
  document.querySelector("main").prepend(words);
}

// Require an option for the numbers of players that need it.
function requireOptions() {
  const players = document.querySelector("[name=players]:checked")?.value;
  for (const each of document.querySelectorAll("[data-needed]")) each.required = each.dataset.needed.split(" ").includes(players);
}

function onChange({ target }) {
  if (target.name === "players") requireOptions();
  if (target.matches(".send input[type=file]") && target.files.length) send(target.form, target.files);
}
document.addEventListener("change", onChange);

// Ignore a second tap on the same form, until the page is shown again.
const sent = new Set();
document.addEventListener("submit", (event) => {
  if ("inPlace" in event.target.dataset) { event.preventDefault(); sendInPlace(event.target, event.submitter); return; }
  if (isLost) waiting = [event.target, event.submitter];
  if (isLost || sent.has(event.target)) event.preventDefault(); else sent.add(event.target);
});
window.addEventListener("pageshow", () => sent.clear());

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea")) return;
  const key = { ArrowRight: "next", " ": "next", ArrowDown: "next", ArrowLeft: "back", ArrowUp: "back" }[event.key];
  const target = key && document.querySelector(`[data-key="${key}"]`);
  if (target && !(event.key === " " && event.target.matches("button, a"))) { event.preventDefault(); target.click(); }
});

const SILENCE = 25; // seconds without a message, after which the connection counts as lost
let source = null, watch = 0;
function listen() {
  source?.close();
  source = new EventSource(document.body.dataset.events);
  source.onmessage = (event) => {
    setLost(false);
    clearTimeout(watch);
    watch = setTimeout(lose, 1000 * SILENCE);
    if (event.data !== document.body.dataset.version) refresh();
  };
  source.onerror = () => {
    setLost(true);
    if (source.readyState === EventSource.CLOSED) { refresh(); clearTimeout(watch); watch = setTimeout(listen, 3000); }
  };
}
function lose() { setLost(true); listen(); }

// A phone that asked for a seat waits for the host.
async function look() {
  const answer = await fetch(location.href).catch(() => null);
  if (answer && (answer.redirected || !(await answer.text()).includes("data-waits"))) location.reload();
}
if ("waits" in document.body.dataset) setInterval(look, 2000);

if (document.body.dataset.events) {
  listen();
  window.addEventListener("offline", () => setLost(true));
  window.addEventListener("online", listen);
  // A browser has few connections to one server, so that hidden pages must not keep theirs.
  document.addEventListener("visibilitychange", () => {
    clearTimeout(watch);
    if (document.hidden) source.close(); else listen();
  });
}
takePart();
requireOptions();
