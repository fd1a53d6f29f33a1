// Moments in the reader's own zone; the page itself has them in UTC.

for (const time of document.querySelectorAll("time[datetime]")) {
  const moment = new Date(time.dateTime);
  if (!Number.isNaN(moment.getTime())) {
    time.title = time.dateTime;
    time.textContent = moment.toLocaleString("sv-SE", { dateStyle: "short", timeStyle: "short" });
  }
}
