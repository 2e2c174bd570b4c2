// Every npm script begins with this. Plain JavaScript without any import, so that an old Node can read it too.
const major = Number(process.versions.node.split('.')[0]);
if (!(major >= 24)) {
  console.error(
    'Orbweaver needs Node 24 or later; this is Node ' +
      process.versions.node +
      ' (' +
      process.execPath +
      ').\nRun "npm ci": it installs Node 24 into this project, for Linux, macOS and Windows. Where it can\'t (--omit=optional,\nAlpine Linux, another processor), install Node 24 on the machine.',
  );
  process.exit(1);
}
