// Three things that pages cannot do without a script: they renew themselves, send photos as soon as they are taken,
// and turn cards over by key. Everything works without it, too.
"use strict";
document.documentElement.classList.add("scripted");

const isBusy = () => document.body.classList.contains("sending") || [...document.querySelectorAll("main input")].some(
  (each) => each.type !== "hidden" && each.type !== "file" && each.value !== each.defaultValue);

async function renew() {
  if (isBusy()) return;
  const answer = await fetch(location.href, { headers: { "X-Renewed": "1" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (page.body.dataset.version === document.body.dataset.version || isBusy()) return;
  const open = [...document.querySelectorAll("details")].map((each) => each.open);
  const focus = document.activeElement && document.activeElement.getAttribute("data-key");
  for (const part of ["main", "body > nav"]) {
    const old = document.querySelector(part), now = page.querySelector(part);
    if (old && now) old.replaceWith(document.adoptNode(now));
  }
  document.querySelectorAll("details").forEach((each, place) => { each.open = open[place] ?? each.open; });
  if (focus) document.querySelector(`[data-key="${focus}"]`)?.focus();
  document.body.dataset.version = page.body.dataset.version;
  prepare();
}

async function send(form, files) {
  const told = form.querySelector(".progress");
  document.body.classList.add("sending");
  let failed = 0;
  for (const [place, file] of [...files].entries()) {
    told.textContent = told.dataset.sending.replace("{number}", `${place + 1} / ${files.length}`);
    const body = new FormData();
    body.append("photo", file);
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
      if (!answer.ok) { failed += 1; told.dataset.why = (await answer.json()).problem || ""; }
    } catch { failed += 1; }
  }
  form.reset();
  document.body.classList.remove("sending");
  told.textContent = failed ? told.dataset.why || told.dataset.failed : "";
  if (!failed) renew();
}

function prepare() {
  for (const input of document.querySelectorAll(".send input[type=file]")) {
    input.addEventListener("change", () => input.files.length && send(input.form, input.files));
  }
}

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea")) return;
  const key = { ArrowRight: "next", " ": "next", ArrowDown: "next", ArrowLeft: "back", ArrowUp: "back" }[event.key];
  const target = key && document.querySelector(`[data-key="${key}"]`);
  if (target && !(event.key === " " && event.target.matches("button, a"))) { event.preventDefault(); target.click(); }
});

if (document.body.dataset.events) {
  const source = new EventSource(document.body.dataset.events);
  source.onmessage = (event) => event.data !== document.body.dataset.version && renew();
}
prepare();
