// Tables sort by the column whose head is pressed: numbers with the largest first, text with the first of the alphabet
// first, the other way round when it is pressed again. What is not known stays last.
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const words = new Intl.Collator(document.documentElement.lang, { numeric: true });
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const isNumber = head.classList.contains("n");
      const before = head.getAttribute("aria-sort");
      const order = before ? (before === "ascending" ? "descending" : "ascending") : isNumber ? "descending" : "ascending";
      const sign = order === "ascending" ? 1 : -1;
      const key = (row) => {
        const cell = row.cells[column];
        return isNumber ? Number(cell.dataset.v ?? NaN) : cell.textContent;
      };
      const isUnknown = (value) => value === "" || Number.isNaN(value);
      const rows = [...body.rows].map((row) => [key(row), row]);
      rows.sort(([a], [b]) => {
        if (isUnknown(a) || isUnknown(b)) return isUnknown(a) - isUnknown(b);
        return sign * (isNumber ? a - b : words.compare(a, b));
      });
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", order);
      body.append(...rows.map(([, row]) => row));
    });
  });
}
