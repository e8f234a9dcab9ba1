// The menu of versions. ../versions.json exists only where several versions are published side by side.
const root = document.documentElement.dataset.content_root ?? "./";

function showMenu(versions) {
  const home = new URL(root, location.href);
  const here = home.pathname.split("/").at(-2);
  const menu = document.createElement("select");
  menu.className = "versions";
  menu.ariaLabel = "Version";
  for (const version of versions) menu.add(new Option(version, version, false, version === here));
  menu.addEventListener("change", () => location.assign(new URL(`../${menu.value}/`, home)));
  document.querySelector(".sidebar-brand")?.after(menu);
}

if (location.protocol.startsWith("http"))
  fetch(`${root}../versions.json`).then((found) => found.ok && found.json().then(showMenu));
